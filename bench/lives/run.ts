// Checks the server in this folder, as it is and with each variant of `variants.yaml`:
// npm run bench -- lives [--out FILE] [--part I/N] [--jobs N] ['NAME OF A VARIANT']

import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import {
  type Expected,
  figuresOf,
  lineOf,
  type Outcome,
  outcomeAt,
  type Row,
  without,
} from '../foreign/outcome.ts';
import { freePort } from '../free-port.ts';
import { isUp } from '../is-up.ts';

interface Variant {
  readonly name: string;
  readonly kind: 'must' | 'should' | 'conforms';
}

const expectations: Readonly<Record<Variant['kind'], Expected>> = {
  must: 'violates',
  should: 'warns',
  conforms: 'conforms',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, part: { type: 'string' }, jobs: { type: 'string', default: '2' } },
});
const [pattern = ''] = positionals;
const [part = 1, parts = 1] = (values.part ?? '1/1').split('/').map(Number);

const all: Variant[] = parse(await readFile(join(import.meta.dirname, 'variants.yaml'), 'utf8'));
const chosen = all.filter(({ name }, index) => name.includes(pattern) && index % parts === part - 1);

/** Serves a variant on a free port, and checks it. */
async function check(variant: string): Promise<Outcome> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), VARIANT: variant };
  const server = spawn('python3', [join(import.meta.dirname, 'server.py')], { env, stdio: 'ignore' });
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    while (server.exitCode === null && !(await isUp(`${baseUrl}/customers`))) await pause(50);
    const target = join(import.meta.dirname, 'assay.target.yaml');
    return await outcomeAt(baseUrl, target);
  } finally {
    server.kill();
  }
}

const plain = await check('');
const rows: Row[] = [];
const left = [...chosen];
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let variant = left.shift(); variant; variant = left.shift()) {
      const { name, kind } = variant;
      const outcome = without(plain, await check(name));
      const row = { server: 'lives', name, expected: expectations[kind], outcome };
      rows.push(row);
      process.stdout.write(`${lineOf(row)}\n`);
    }
  }),
);
process.stdout.write(`lives as it is: ${plain.last}\n  broken: ${plain.broken.join(', ') || 'none'}\n`);
process.stdout.write(`  warned: ${plain.warned.join(', ') || 'none'}\n${figuresOf(rows)}\n`);
if (values.out) await writeFile(values.out, `${JSON.stringify(rows, undefined, 2)}\n`);
