import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { defaultChoices } from '../../../src/stub/choices.ts';
import { readChoicesFile } from '../../../src/stub/imitation.ts';

const contract = await loadContract();

const folder = process.cwd();

const file = async (text: string): Promise<string> => {
  const path = join(folder, 'choices.yaml');
  await writeFile(path, text);
  return path;
};

describe('readChoicesFile', () => {
  it('reads a file of changes to the usual choices, numbers included', async () => {
    const path = await file('state: paused\nrejection-status: 400\n');
    const { choices, notImitated } = await readChoicesFile(contract, path);
    expect(choices).toEqual({ ...defaultChoices(contract), state: 'paused', 'rejection-status': 400 });
    expect(notImitated).toEqual([]);
  });

  it('passes over the name of its schema, and takes a number within a range', async () => {
    const path = await file(
      '$schema: assay/choices.schema.json\ndefault-page-size: "20"\nunsent-rate-limit: null\n',
    );
    const { choices } = await readChoicesFile(contract, path);
    expect(choices).toEqual({
      ...defaultChoices(contract),
      'default-page-size': 20,
      'unsent-rate-limit': 'null',
    });
  });

  it.each([
    ['stat: paused\n', ':1: /stat is an unknown choice; did you mean "state"?'],
    [
      'trailing-slash: served\nstate: asleep\n',
      ':2: /state must be none, resumed, paused, cancelled or closed.',
    ],
    ['error-body: error\n', ':1: /error-body must be errors, problem, empty or text; did you mean "errors"?'],
    [
      'default-page-size: 101\n',
      ':1: /default-page-size must be 100, 25, 10 or any number from 1 to 100; did you mean "100"?',
    ],
    ['- state\n', ':1: expected choices'],
  ])('rejects %j with file, line and pointer', async (text, message) => {
    const path = await file(text);
    await expect(readChoicesFile(contract, path)).rejects.toThrow(`${path}${message}`);
  });
});
