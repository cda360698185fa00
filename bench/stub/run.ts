import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { prepare } from './grounds.ts';
import { type Measured, table } from './table.ts';
import { measureThroughput } from './throughput.ts';

const parts = ['page', 'create'] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    /** Only some of it: page, create. */
    only: { type: 'string', multiple: true },
  },
});
const rounds = Number(values.rounds);
const wanted = values.only ?? parts;
const unknown = wanted.find((part) => !parts.some((one) => one === part));
if (unknown !== undefined) throw new Error(`"${unknown}" is not one of ${parts.join(', ')}`);

/** Measures a part if it is wanted. */
async function measured<T>(part: (typeof parts)[number], measure: () => Promise<T>): Promise<T | undefined> {
  if (!wanted.includes(part)) return undefined;
  process.stderr.write(`${part}\n`);
  return measure();
}

const grounds = await prepare();
const results: Measured = {
  date: new Date().toISOString().slice(0, 10),
  machine: `Node ${process.version}, ${cpus().length} processors`,
  rounds,
  page: await measured('page', () => measureThroughput(grounds, 'page', rounds)),
  create: await measured('create', () => measureThroughput(grounds, 'create', rounds)),
};
const folder = new URL('../results/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('stub.json', folder), `${JSON.stringify(results, null, 2)}\n`);
await writeFile(new URL('stub.md', folder), `${table(results)}\n`);
process.stdout.write(`${table(results)}\n`);
