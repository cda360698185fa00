import { describe, expect, it } from 'vitest';
import { readChoices } from '../../../conformance/cli/commands/stub.ts';
import { contraryChoices, defaultChoices } from '../../../src/stub/choices.ts';
import { createIo } from '../assay-in-process.ts';

const read = async (nameOrFile: string) => (await readChoices(nameOrFile, createIo().io)).choices;

describe('--choices', () => {
  it('knows the usual and the contrary choices', async () => {
    expect(await read('default')).toBe(defaultChoices);
    expect(await read('contrary')).toBe(contraryChoices);
  });

  it('makes the same random choices for the same seed, and others for another', async () => {
    expect(await read('random:7')).toEqual(await read('random:7'));
    expect(await read('random:7')).not.toEqual(await read('random:8'));
  });

  it.each(['random', 'random:', 'perverse'])('rejects %s', async (word) => {
    await expect(read(word)).rejects.toThrow(
      `--choices ${word} is unknown; write \`default\`, \`contrary\`, \`random:SEED\` or a YAML or JSON file.`,
    );
  });
});
