import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { atOnce } from '../../src/once.ts';
import { measuredOn } from '../edition.ts';
import { check } from '../independent/check.ts';
import { runOf } from '../independent/record.ts';
import { oneALine } from '../one-a-line.ts';
import { type Judged, judge } from './judge.ts';
import { operatorFile } from './server/operator-file.ts';
import { startConformingServer } from './server/server.ts';
import { defaultShop } from './server/shop.ts';
import { sheet } from './table.ts';
import { select, type Trial } from './trials.ts';

const root = join(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only these: a topic, NAME or NAME/NUMBER; more may follow as plain words. */
    only: { type: 'string', multiple: true, default: [] },
    /** How many servers are checked at the same time. */
    jobs: { type: 'string', default: '2' },
    /** Where the results go, as JSON; beside it the same as Markdown. */
    out: { type: 'string', default: join(root, 'bench/results/behaviours.json') },
  },
});

const out = resolve(values.out);
const folder = join(root, 'bench/work/behaviours');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const about = [await measuredOn(root)];
const trials = select([...values.only, ...positionals]);
const runs: Judged[] = [];
const limit = atOnce(Number(values.jobs));
await Promise.all(trials.map((trial) => limit(() => checkAll(trial))));
const wrong = runs.filter(({ ended }) => ended === 'false positive' || ended === 'without a verdict');
say(`${runs.length} checks of ${trials.length} servers, ${wrong.length} of which ended as none should`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** As many checks as the behaviour says, of the same server. */
async function checkAll({ topic, name, behaviour, number }: Trial): Promise<void> {
  const ways = behaviour.ways?.(number) ?? {};
  const shop = ways.shop ?? defaultShop();
  const usual = operatorFile(shop);
  const target = behaviour.file?.(usual, number) ?? usual;
  const place = join(folder, name);
  await using server = await startConformingServer(ways, shop);
  for (let run = 1; run <= (behaviour.times ?? 1); run += 1) {
    const before = server.requests();
    const checked = await check(root, server.baseUrl, target, place, behaviour.options);
    const outcome = runOf({ topic, name, run, code: checked.code }, checked, place);
    // Looks taken again are not in the count of the report.
    const requests = server.requests() - before;
    const judged = judge({ ...outcome, requests }, behaviour);
    runs.push(judged);
    say(
      `${name}, check ${run}: ${judged.verdict}, ${judged.requests} requests, ${judged.seconds} s, ${judged.ended}`,
    );
    keep();
  }
}

/** Written after every check, and at once, since several may end together: what is interrupted is not lost. */
function keep(): void {
  const place = ({ name }: Judged): number => trials.findIndex((trial) => trial.name === name);
  const sorted = runs.toSorted((a, b) => place(a) - place(b) || a.run - b.run);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, oneALine({ about, runs: sorted }));
  writeFileSync(out.replace(/(\.json)?$/, '.md'), sheet(sorted, about));
}
