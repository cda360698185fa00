import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contraryChoices, usualChoices } from './choices.ts';
import { readChoices } from './read-choices.ts';

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

describe('readChoices', () => {
  it('knows the usual and the contrary choices', async () => {
    expect(await readChoices('usual')).toBe(usualChoices);
    expect(await readChoices('contrary')).toBe(contraryChoices);
  });

  it('draws the same choices for the same seed, and others for another', async () => {
    expect(await readChoices('random:7')).toEqual(await readChoices('random:7'));
    expect(await readChoices('random:7')).not.toEqual(await readChoices('random:8'));
  });

  it.each(['random', 'random:', 'perverse'])('refuses %s', async (word) => {
    await expect(readChoices(word)).rejects.toThrow(
      `--choices ${word} is unknown; write usual, contrary, random:SEED or a YAML file.`,
    );
  });

  it('reads a file over the usual choices, numbers among them', async () => {
    const path = await file('state: paused\nrefusal-status: 400\n');
    expect(await readChoices(path)).toEqual({ ...usualChoices, state: 'paused', 'refusal-status': 400 });
  });

  it.each([
    ['stat: paused\n', ':1: /stat is no choice; did you mean "state"?'],
    [
      'head: served\nstate: asleep\n',
      ':2: /state is one of none, resumed, paused, cancelled, closed; choose one',
    ],
    ['- state\n', ':1: expected choices'],
  ])('refuses %j with file, line and pointer', async (text, message) => {
    const path = await file(text);
    await expect(readChoices(path)).rejects.toThrow(`${path}${message}`);
  });
});
