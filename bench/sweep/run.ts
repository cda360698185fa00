import { parseArgs } from 'node:util';
import { onThreads } from '../../conformance/proof/threads.ts';
import type { Outcome } from '../../test/laws/sweep-trials.ts';

/** The law of the sweep with many more draws than the tests make, and others where another seed is given. */
const { values } = parseArgs({
  options: { draws: { type: 'string', default: '2200' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.draws), Number(values.seed)];

const outcomes: Outcome[] = [];
const started = performance.now();
const trials = new URL('../../test/laws/sweep-trials.ts', import.meta.url);
await onThreads<Outcome>(trials, { count, seed }, (outcome) => {
  outcomes.push(outcome);
  if (outcome.missed !== undefined) process.stdout.write(`looked away from: ${outcome.missed}\n`);
});

const applied = outcomes.filter((outcome) => outcome.applied);
const missed = applied.filter((outcome) => outcome.missed !== undefined);
const seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(
  `seed ${seed}: ${outcomes.length} draws, ${applied.length} applied, ${missed.length} looked away from, ${seconds} s\n`,
);
process.exitCode = missed.length > 0 ? 1 : 0;
