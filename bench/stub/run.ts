import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { prepare } from './grounds.ts';
import { measureLarge } from './large.ts';
import { measureStart } from './start.ts';
import { type Measured, table } from './table.ts';
import { measureThroughput } from './throughput.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    /** A catalog of a million products as well: takes minutes, and some gigabytes. */
    million: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const say = (what: string): void => void process.stderr.write(`${what}\n`);

const grounds = await prepare();
say('pages');
const page = await measureThroughput(grounds, 'page', rounds);
say('subscriptions');
const create = await measureThroughput(grounds, 'create', rounds);
say('starts');
const start = await measureStart(grounds, 2 * rounds);
say('large catalogs');
const sizes = [1000, 100_000, ...(values.million ? [1_000_000] : [])];
const large = await measureLarge(grounds.folder, sizes, rounds);

const measured: Measured = {
  date: new Date().toISOString().slice(0, 10),
  machine: `Node ${process.version}, ${cpus().length} processors`,
  rounds,
  page,
  create,
  start,
  large,
};
const results = new URL('../results/', import.meta.url);
await mkdir(results, { recursive: true });
await writeFile(new URL('stub.json', results), `${JSON.stringify(measured, null, 2)}\n`);
await writeFile(new URL('stub.md', results), `${table(measured)}\n`);
process.stdout.write(`${table(measured)}\n`);
