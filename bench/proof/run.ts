import { parseArgs } from 'node:util';
import { onThreads } from '../../conformance/proof/threads.ts';
import type { Asked, Outcome } from './trials.ts';

const { values } = parseArgs({
  options: {
    /** How many conforming variants. */
    choices: { type: 'string', default: '300' },
    /** Under how many of them each mutant is tried. */
    under: { type: 'string', default: '20' },
    seed: { type: 'string', default: '20261121' },
  },
});
const asked: Asked = { seed: values.seed, choices: Number(values.choices), under: Number(values.under) };

const counts: Record<string, number> = {};
let wrong = 0;
await onThreads<Outcome>(new URL('trials.ts', import.meta.url), asked, ({ variant, came, said }) => {
  counts[came] = (counts[came] ?? 0) + 1;
  if (said === undefined) return;
  wrong += 1;
  process.stdout.write(`variant ${variant}: ${said}\n`);
});
process.stdout.write(`seed ${values.seed}: ${JSON.stringify(counts)}\n`);
process.exitCode = wrong === 0 ? 0 : 1;
