import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { serve } from '../servers.ts';
import type { Contender } from './contender.ts';
import { contenders } from './contenders/all.ts';
import { work, workFolder } from './places.ts';
import { earlierRuns, keep, keyOf, type Run } from './record.ts';
import { report } from './report.ts';
import { defaultServer, nameOf, type Variant } from './variant.ts';
import { variants } from './variants.ts';

const { values } = parseArgs({
  options: {
    /** When no further run is begun. */
    minutes: { type: 'string', default: '25' },
    /** How many runs go on at once. */
    lanes: { type: 'string', default: '2' },
    /** Only contenders or servers whose name has this in it. */
    only: { type: 'string', default: '' },
    /** Forget what an interrupted bench left. */
    fresh: { type: 'boolean', default: false },
  },
});

/** How often each contender runs against the default server: what it says there is no finding. */
const rounds = 3;

type Job = { readonly contender: Contender; readonly variant: Variant; readonly round: number };

await mkdir(work, { recursive: true });
if (values.fresh) await rm(`${work}detection.ndjson`, { force: true });
const done = new Map((await earlierRuns()).map((run) => [keyOf(run), run]));
const isWanted = (text: string): boolean => text.includes(values.only);
const jobs = variants.flatMap((variant): Job[] =>
  Array.from({ length: variant === defaultServer ? rounds : 1 }).flatMap((_, round) =>
    contenders.map((contender) => ({ contender, variant, round })),
  ),
);
const left = jobs.filter(
  ({ contender, variant, round }) =>
    (isWanted(contender.name) || isWanted(nameOf(variant))) &&
    !done.has(keyOf({ contender: contender.name, variant: nameOf(variant), round })),
);
const until = performance.now() + Number(values.minutes) * 60_000;
// What is timed runs alone, the contenders by turns; the rest runs side by side.
await toil(
  left.filter(({ variant }) => variant === defaultServer),
  0,
);
const rest = left.filter(({ variant }) => variant !== defaultServer);
await Promise.all(Array.from({ length: Number(values.lanes) }, (_, lane) => toil(rest, lane)));
await report([...done.values()], jobs.length);

async function toil(queue: Job[], lane: number): Promise<void> {
  for (let job = queue.shift(); job !== undefined && performance.now() < until; job = queue.shift()) {
    const run = await once(job, lane);
    await keep(run);
    done.set(keyOf(run), run);
    const verdict = run.trouble === undefined ? `${run.findings.length} findings` : 'trouble';
    process.stdout.write(`${done.size}/${jobs.length} ${run.contender}: ${run.variant}: ${verdict}\n`);
  }
}

async function once({ contender, variant, round }: Job, lane: number): Promise<Run> {
  await rm(`${work}lane-${lane}/`, { recursive: true, force: true });
  const folder = await workFolder(`lane-${lane}`);
  await using server = await serve(variant.options);
  const begin = performance.now();
  const said = await contender.run(server.baseUrl, folder);
  const ms = Math.round(performance.now() - begin);
  const about = { contender: contender.name, variant: nameOf(variant), round };
  return { ...about, ...said, requests: server.requests(), ms };
}
