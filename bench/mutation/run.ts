import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atOnce } from '../../src/once.ts';
import { measuredOn } from '../edition.ts';
import { openJournal } from './journal.ts';
import type { Mutator } from './mutator.ts';
import { mutators } from './mutators.ts';
import { sample } from './sample.ts';
import { judge } from './survivors.ts';
import { type Score, sheet } from './table.ts';
import { attempt, type Trial } from './trial.ts';

const { values } = parseArgs({
  options: {
    /** Only these servers, again and again. */
    only: { type: 'string', multiple: true, default: [] },
    /** How many mutants of each server. */
    count: { type: 'string', default: '200' },
    /** Decides which. */
    seed: { type: 'string', default: '1' },
    /** How many servers at once. */
    jobs: { type: 'string', default: '2' },
    /** Forgets what was run before. */
    fresh: { type: 'boolean', default: false },
  },
});

const bench = join(import.meta.dirname, '..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const unknown = values.only.find((name) => !mutators.some(({ server }) => server === name));
if (unknown !== undefined)
  throw new Error(`${unknown} is none of ${mutators.map(({ server }) => server).join(', ')}`);

const scores: Score[] = [];
for (const mutator of mutators) {
  if (values.only.length > 0 && !values.only.includes(mutator.server)) continue;
  const reason = await mutator.missing();
  if (reason !== undefined) say(`${mutator.server} is left out: ${reason}`);
  else scores.push(await measure(mutator));
}

const about = `${await measuredOn(join(bench, '..'))} Seed ${values.seed}.`;
mkdirSync(join(bench, 'results'), { recursive: true });
writeFileSync(join(bench, 'results/mutation.md'), sheet(scores, about));
say(sheet(scores, about));
for (const { server, judged } of scores) {
  for (const id of judged.unnoted) say(`${server}: a survivor that is not classified: ${id}`);
  for (const id of judged.stale) say(`${server}: a note on what no longer survives or has changed: ${id}`);
  if (judged.unnoted.length > 0) process.exitCode = 1;
}

async function measure(mutator: Mutator): Promise<Score> {
  const { server, tool } = mutator;
  const work = join(bench, 'work/mutation', server);
  const all = await mutator.generate(work);
  const sampled = sample(all, Number(values.count), values.seed);
  const folder = (index: number): string => join(bench, 'work/mutation/checks', `${server}-${index}`);

  const usual = await attempt(mutator, work, folder(0), undefined);
  if (!usual.why.startsWith('conforms')) throw new Error(`${server} without any mutant: ${usual.why}`);
  say(`${server}: ${usual.why}, ${usual.seconds} s; ${all.length} mutants`);

  const journal = openJournal<Trial>(`mutation-${server}`, values.fresh);
  const done = new Set(journal.all().map(({ id }) => id));
  const limit = atOnce(Number(values.jobs));
  const open = sampled.filter(({ id }) => !done.has(id));
  const tryMutant = async (mutant: (typeof open)[number], index: number): Promise<void> => {
    const trial = await attempt(mutator, work, folder(index + 1), mutant);
    journal.add(trial);
    say(`${server} ${index + 1}/${open.length} ${trial.outcome} in ${trial.seconds} s: ${trial.id}`);
  };
  await Promise.all(open.map((mutant, index) => limit(() => tryMutant(mutant, index))));

  const ids = new Set(sampled.map(({ id }) => id));
  const trials = journal.all().filter(({ id }) => ids.has(id));
  return {
    server,
    tool,
    made: all.length,
    sampled: sampled.length,
    trials,
    judged: judge(server, all, trials, ids),
  };
}
