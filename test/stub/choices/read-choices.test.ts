import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualChoices } from '../../../src/stub/choices/choices.ts';
import { readChoicesFile } from '../../../src/stub/choices/read-choices.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-choices-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (text: string): Promise<string> => {
  const path = join(folder, 'choices.yaml');
  await writeFile(path, text);
  return path;
};

describe('readChoicesFile', () => {
  it('reads a file of changes to the usual choices, numbers included', async () => {
    const path = await file('state: paused\nrefusal-status: 400\n');
    expect(await readChoicesFile(path)).toEqual({ ...usualChoices, state: 'paused', 'refusal-status': 400 });
  });

  it.each([
    ['stat: paused\n', ':1: /stat is an unknown choice; did you mean "state"?'],
    [
      'head: served\nstate: asleep\n',
      ':2: /state must be one of none, resumed, paused, cancelled, closed; choose one',
    ],
    ['- state\n', ':1: expected choices'],
  ])('refuses %j with file, line and pointer', async (text, message) => {
    const path = await file(text);
    await expect(readChoicesFile(path)).rejects.toThrow(`${path}${message}`);
  });
});
