import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import type { Contender, Said } from '../detection/contender.ts';
import { portman } from '../detection/contenders/portman.ts';
import { schemathesisTuned } from '../detection/contenders/schemathesis.ts';
import { specmatic } from '../detection/contenders/specmatic.ts';
import { measuredOn } from '../edition.ts';
import { openJournal } from './journal.ts';
import type { ServerMutant } from './mutator.ts';
import { mutators } from './mutators.ts';
import { compare } from './peers-table.ts';
import { sample } from './sample.ts';
import { judge } from './survivors.ts';
import type { Trial } from './trial.ts';

/** One run of a contender; that on the unmutated server has no mutant. */
export type PeerRun = Said & {
  readonly contender: string;
  readonly mutant: string | null;
  readonly round: number;
  readonly seconds: number;
};

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
  },
});

if (process.env.BENCH_SERVER !== values.server)
  throw new Error(
    'peers.ts is started by npm run bench:mutation -- --peers, which says whose facts are told',
  );

/** How often each runs on the unmutated server: what it says there is no finding. */
const rounds = 3;
const contenders: readonly Contender[] = [schemathesisTuned, specmatic, portman];
const bench = join(import.meta.dirname, '..');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const found = mutators.find(({ server }) => server === values.server);
if (!found) throw new Error(`${values.server} is none of ${mutators.map(({ server }) => server).join(', ')}`);
const mutator = found;
const work = join(bench, 'work/mutation', mutator.server);

const all = await mutator.generate(work);
const trials = openJournal<Trial>(`mutation-${mutator.server}`, false).all();
const mutants = await firstThatRun(Number(values.count));
const journal = openJournal<PeerRun>(`mutation-peers-${mutator.server}`, values.fresh);

type Job = {
  readonly contender: Contender;
  readonly mutant: ServerMutant | undefined;
  readonly round: number;
};
const usual = Array.from({ length: rounds }).flatMap((_, round) =>
  contenders.map((contender): Job => ({ contender, mutant: undefined, round })),
);
const mutated = mutants.flatMap((mutant) =>
  contenders.map((contender): Job => ({ contender, mutant, round: 0 })),
);
const keyOf = (contender: string, mutant: string | null, round: number): string =>
  JSON.stringify([contender, mutant, round]);
const done = new Set(journal.all().map(({ contender, mutant, round }) => keyOf(contender, mutant, round)));
const open = [...usual, ...mutated].filter(
  ({ contender, mutant, round }) => !done.has(keyOf(contender.name, mutant?.id ?? null, round)),
);
await pLimit(Number(values.jobs)).map(open, async (job, index) => {
  const run = await once(job, index);
  journal.add(run);
  const says = run.trouble === undefined ? `${run.findings.length} findings` : 'trouble';
  const on = run.mutant ?? 'without any mutant';
  say(`${mutator.server} ${index + 1}/${open.length} ${run.contender}, ${says}, ${run.seconds} s: ${on}`);
});

const ids = new Set(mutants.map(({ id }) => id));
const versions = await Promise.all(contenders.map(async ({ name, version }) => `${name} ${await version()}`));
const about = `${await measuredOn(join(bench, '..'))} Seed ${values.seed}. ${versions.join('; ')}.`;
const table = compare({
  title: `${mutator.server}, ${mutator.tool}`,
  about,
  ids: [...ids],
  contenders: contenders.map(({ name }) => name),
  runs: journal.all(),
  trials,
  notes: judge(mutator.server, all, trials, ids).noted,
});
await writeFile(join(bench, `results/mutation-peers-${mutator.server}.md`), table);
say(table);

/** The first mutants of the sample that come up; what assay has met is not started to find that out. */
async function firstThatRun(count: number): Promise<readonly ServerMutant[]> {
  const outcomes = new Map(trials.map(({ id, outcome }) => [id, outcome]));
  const running: ServerMutant[] = [];
  for (const mutant of sample(all, all.length, values.seed)) {
    if (running.length === count) break;
    const outcome = outcomes.get(mutant.id);
    const runs = outcome === undefined ? await comesUp(mutant) : outcome !== 'not running';
    if (runs) running.push(mutant);
  }
  return running;
}

async function comesUp(mutant: ServerMutant): Promise<boolean> {
  try {
    await using _server = await mutator.start(work, mutant);
    return true;
  } catch {
    return false;
  }
}

async function once({ contender, mutant, round }: Job, index: number): Promise<PeerRun> {
  const folder = `${join(bench, 'work/mutation/peers', mutator.server, `${index}`)}/`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await using server = await mutator.start(work, mutant);
  const begin = performance.now();
  const said = await contender.run(server.baseUrl, folder);
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  const trouble = said.trouble === undefined ? {} : { trouble: said.trouble.slice(-300) };
  await rm(folder, { recursive: true, force: true });
  return { contender: contender.name, mutant: mutant?.id ?? null, round, ...said, ...trouble, seconds };
}
