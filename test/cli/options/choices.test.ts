import { describe, expect, it } from 'vitest';
import { readImitation } from '../../../conformance/cli/commands/stub.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { contraryChoices, defaultChoices } from '../../../src/stub/choices.ts';
import { createIo } from '../assay-in-process.ts';

const contract = await loadContract();
const read = async (nameOrFile: string) => (await readImitation(contract, nameOrFile, createIo().io)).choices;

describe('--choices', () => {
  it('knows the usual and the contrary choices', async () => {
    expect(await read('default')).toEqual(defaultChoices(contract));
    expect(await read('contrary')).toEqual(contraryChoices(contract));
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
