import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { oneALine } from '../one-a-line.ts';
import { tellOf } from './about.ts';
import { check } from './check.ts';
import { type Job, plan } from './jobs.ts';
import { judge, type Score } from './judge.ts';
import { type Run, runOf } from './record.ts';
import { factsOf, languages, startServer, targetFileOf } from './server.ts';
import { sheet } from './table.ts';

const root = join(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    /** The checkout of assay that is measured. */
    assay: { type: 'string', default: root },
    /** Where the results go, as JSON; beside it the same as Markdown. */
    out: { type: 'string', default: join(root, 'bench/results/independent.json') },
    /** Only these: SERVER or SERVER/ID, again and again. */
    only: { type: 'string', multiple: true, default: [] },
    /** Runs nothing: judges the runs of an earlier result again. */
    again: { type: 'string' },
  },
});

const assay = resolve(values.assay);
const out = resolve(values.out);
const folder = fileURLToPath(new URL('../work/independent', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const runs: Run[] = [];
if (values.again === undefined) await runAll();
else {
  const earlier = JSON.parse(await readFile(values.again, 'utf8'));
  runs.push(...earlier.runs);
  await keep(earlier.about);
}

async function runAll(): Promise<void> {
  const jobs = await plan(values.only);
  const { about, absent } = await tellOf(assay, new Set(jobs.map(({ server }) => server)));
  for (const line of about) say(line);
  for (const job of jobs.filter(({ server }) => !absent.has(server))) {
    const run = await once(job);
    runs.push(run);
    say(`${run.server}/${run.id}: ${run.verdict}, ${run.requests} requests, ${run.seconds} s`);
    await keep(about);
  }
}

async function once(job: Job): Promise<Run> {
  const { server, kind, id } = job;
  const variant = kind === 'variant' ? id : undefined;
  const target = targetFileOf(await factsOf(server, variant));
  const place = join(folder, server, id);
  await using started = await startServer(server, { variant, fault: kind === 'fault' ? id : undefined });
  return runOf(job, await check(assay, started.baseUrl, target, place), place);
}

/** Written after every run: what is interrupted is not lost. */
async function keep(about: readonly string[]): Promise<void> {
  const scores = languages.map((server) => judge(server, runs)).filter((one) => one !== undefined);
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, oneALine({ about, summary: scores.map(summary), runs }));
  await writeFile(out.replace(/(\.json)?$/, '.md'), sheet(scores, about));
}

function summary({ server, conforming, falsePositives, undetermined, faults }: Score) {
  const ids = (some: readonly Run[]): readonly string[] => some.map(({ id }) => id);
  const of = (outcome: string): readonly string[] => ids(faults.filter((fault) => fault.outcome === outcome));
  return {
    server,
    conforming: conforming.verdict,
    falsePositives: ids(falsePositives),
    undetermined: ids(undetermined),
    caught: of('caught'),
    warned: of('warned'),
    missed: of('missed'),
  };
}
