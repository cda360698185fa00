import { expect, it } from 'vitest';
import { archiveOf, inspectWritten, listingEntry } from './written-archive.ts';

const broken = listingEntry({ content: { text: '{}' } });
const many = archiveOf(Array.from({ length: 100 }, () => broken));

/** A signal that is aborted once it was asked so many times whether it is. */
function abortedAfter(times: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let asked = 0;
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      asked += 1;
      if (asked === times) controller.abort();
      return asked >= times;
    },
  });
  return signal;
}

it('an inspection that is interrupted reports what was found so far, and passes nothing', async () => {
  const interrupted = (waived: readonly string[] = []) =>
    inspectWritten([many, many], {
      signal: abortedAfter(11),
      waivers: waived.map((rule) => ({ rule, reason: 'known', until: '2100-01-01' })),
    });
  const { headline, recorded, results } = await interrupted();
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  expect(headline.verdict).toBe('violates');
  expect(recorded?.judged).toBe(10);
  expect((await interrupted(failed)).headline).toMatchObject({
    verdict: 'undetermined',
    why: expect.stringContaining('the run was interrupted'),
  });
});

it('one that is interrupted before anything was read says so', async () => {
  const inspection = inspectWritten([many], { signal: AbortSignal.abort() });
  await expect(inspection).rejects.toThrow(
    'the run was interrupted before a request of the interface was read.',
  );
});
