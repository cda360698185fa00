import { describe, expect, test } from 'vitest';
import { onThreads } from '../../conformance/proof/threads.ts';
import { UserError } from '../../src/errors.ts';

const module = new URL('./failing-trials.ts', import.meta.url);

/** What trials on two threads told, and what they threw. */
async function outcomeOf(...ends: string[]): Promise<{ told: string[]; thrown?: unknown }> {
  const told: string[] = [];
  return onThreads<string>(module, ends, (end) => told.push(end), 2).then(
    () => ({ told }),
    (thrown: unknown) => ({ told, thrown }),
  );
}

describe('trials on threads', () => {
  test('tell what came of each', async () => {
    expect(await outcomeOf('done', 'done', 'done')).toEqual({ told: ['done', 'done', 'done'] });
  });

  test('keep the message of what one of them throws, and end the others', async () => {
    const { thrown } = await outcomeOf('never', 'mistake');
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown).toHaveProperty('message', 'there is no such product');
  });

  test('keep what the user can fix apart from mistakes of ours', async () => {
    const { thrown } = await outcomeOf('done', 'user');
    expect(thrown).toBeInstanceOf(UserError);
    expect(thrown).toHaveProperty('message', 'the target redirects; name the final address.');
  });

  test('do not pass for done where a thread ended early', async () => {
    const { thrown } = await outcomeOf('exit', 'done');
    expect(thrown).toHaveProperty('message', 'a thread ended with 7 before its trials were done');
  });
});
