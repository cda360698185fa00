import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Batch, batches, keyOf, type Outcome } from './batch.ts';
import { openJournal } from './journal.ts';
import { mutants } from './trial.ts';

const { values } = parseArgs({
  options: {
    /** How many conforming variants. */
    choices: { type: 'string', default: '300' },
    /** Under how many of them each mutant is tried. */
    under: { type: 'string', default: '20' },
    seed: { type: 'string', default: '20261121' },
    threads: { type: 'string', default: String(availableParallelism()) },
    /** Forget what an interrupted proof left. */
    fresh: { type: 'boolean', default: false },
  },
});

const { seed } = values;
const started = performance.now();
const journal = await openJournal(seed, values.fresh);
const all = batches(Number(values.choices), mutants.length, Number(values.under));
const wanted = new Set(all.map(keyOf));
const done = new Set<string>();
const counts: Record<string, number> = {};
const wrong: { law: string; variant: number; said: string }[] = [];
for await (const outcome of journal.noted()) if (wanted.has(keyOf(outcome.batch))) add(outcome);
const resumed = done.size;
const left = all.filter((batch) => !done.has(keyOf(batch)));
await Promise.all(Array.from({ length: Math.min(Number(values.threads), left.length) }, work));
await conclude();

function add({ batch, counts: came, wrong: more }: Outcome): void {
  if (done.has(keyOf(batch))) return;
  done.add(keyOf(batch));
  for (const [name, count] of Object.entries(came)) counts[name] = (counts[name] ?? 0) + count;
  wrong.push(...more.map((one) => ({ law: batch.law, ...one })));
}

/** One thread, fed batch by batch until none is left. */
function work(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { seed } });
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const batch: Batch | undefined = left.shift();
      if (batch) worker.postMessage(batch);
      else worker.terminate().then(() => resolve(), reject);
    };
    worker.on('error', reject);
    worker.on('message', async (said: Outcome | 'ready') => {
      if (said !== 'ready') {
        await journal.note(said);
        add(said);
        tell(said);
      }
      next();
    });
  });
}

function tell({ wrong: more }: Outcome): void {
  for (const { variant, said } of more) process.stdout.write(`variant ${variant}: ${said}\n`);
  if (done.size % 20 === 0) {
    const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
    process.stdout.write(`${done.size}/${all.length} batches, ${megabytes} MB, ${JSON.stringify(counts)}\n`);
  }
}

async function conclude(): Promise<void> {
  const summary = {
    date: new Date().toISOString().slice(0, 10),
    seed,
    choices: Number(values.choices),
    mutants: mutants.length,
    under: Number(values.under),
    counts,
    wrong,
    batchesResumed: resumed,
    seconds: Math.round((performance.now() - started) / 1000),
  };
  const results = new URL('../results/', import.meta.url);
  await mkdir(results, { recursive: true });
  const file = new URL(`proof-${values.choices}.json`, results);
  await writeFile(file, `${JSON.stringify(summary, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify({ ...summary, wrong: wrong.length })}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
