import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { nowhere, work } from '../processes.ts';
import { assay, runNode, type Used } from './run-node.ts';
import { startServer } from './server.ts';
import { type Spread, spreadOf } from './spread.ts';

/** What a command takes, as a multiple of `node -e 0` in the same round. */
type InBareStarts = { readonly what: string; readonly time: Spread; readonly processor: Spread };

/** Whole processes, by turns: the least that Node can do, and what the command does. */
export async function measureBareStarts(rounds: number): Promise<InBareStarts[]> {
  await using server = await startServer();
  await writeFile(new URL('cost-target.yaml', work), stringify(server.file));
  const commands: readonly (readonly [what: string, ...words: string[]])[] = [
    ['`node -e 0`', '-e', '0'],
    ['`assay check` up to a closed port', assay, 'check', nowhere],
    ['a default check of the stub', assay, 'check', '--target', 'cost-target.yaml'],
  ];
  const took: Used[][] = commands.map(() => []);
  // The first round fills the caches of compiled code, and is not counted.
  for (let round = -1; round < rounds; round += 1)
    for (const [index, [, ...words]] of commands.entries()) {
      const used = await runNode(words, 60_000);
      if (round >= 0) took[index]?.push(used);
    }
  return commands.map(([what], index) => ({
    what,
    time: toBare(took, index, ({ ms }) => ms),
    processor: toBare(took, index, ({ processorMs }) => processorMs),
  }));
}

const toBare = (took: readonly (readonly Used[])[], index: number, of: (one: Used) => number): Spread =>
  spreadOf(took[index]?.map((one, round) => of(one) / of(took[0]?.[round] ?? one)) ?? []);
