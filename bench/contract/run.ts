import { parseArgs } from 'node:util';
import { shipped } from '../../conformance/proof/fixtures.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { seededRandom } from '../../src/stub/choices.ts';
import { loadEdited } from '../../test/contract/edited-contract.ts';
import { overlayFor } from '../../test/contract-driven/amendments.ts';
import { findings, missedIn } from '../../test/contract-driven/judged.ts';
import { measuredOn } from '../edition.ts';
import { type Generated, generated } from './generated.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many of the amendments that can be generated are tried. */
    count: { type: 'string', default: '200' },
    /** By what they are drawn. */
    seed: { type: 'string', default: '1' },
    /** Which part of the drawn ones this run tries, as 1/2. */
    part: { type: 'string', default: '1/1' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What is wrong with the stub or the rules on an amended contract. */
async function wrongWith({ actions }: Generated): Promise<string[]> {
  try {
    const proof = await proofOf(await loadEdited({ overlays: [overlayFor({ actions })] }));
    const { must, others } = await findings(proof, proof);
    const missed = await missedIn(proof);
    return [...must, ...others, ...missed.map((mutant) => `not caught: ${mutant}`)];
  } catch (error) {
    return [`breaks down: ${error instanceof Error ? error.message : error}`];
  }
}

const random = seededRandom(values.seed);
const pool = generated(shipped.contract).filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const drawn: Generated[] = [];
while (drawn.length < Number(values.count) && pool.length > 0)
  drawn.push(...pool.splice(random(pool.length), 1));
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const mine = drawn.filter((_, index) => index % parts === part - 1);
let right = 0;
for (const amendment of mine) {
  const wrong = await wrongWith(amendment);
  if (wrong.length === 0) right++;
  else say(`✗ ${amendment.name}\n${wrong.map((line) => `    ${line}`).join('\n')}`);
}
say(await measuredOn(new URL('../..', import.meta.url).pathname));
say(
  `${right} of ${mine.length} amended contracts: the stub conforms, and what breaks the amendment is caught`,
);
process.exitCode = right === mine.length ? 0 : 1;
