// Checks the servers of `examples/` that have a contract of their own, with each fault and each permitted form of
// `bench/foreign/NAME.yaml`: npm run bench -- foreign [--out FILE] [library|orders|events]... ['NAME OF A VARIANT']...

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import { figuresOf, lineOf, type Row, without } from './outcome.ts';
import { examples, variantsOf } from './variants.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const chosen = examples.filter((example) => positionals.includes(example));
const names = positionals.filter((word) => !examples.some((example) => example === word));
const isChosen = (name: string): boolean => names.length === 0 || names.some((one) => name.includes(one));

const rows: Row[] = [];
for (const example of chosen.length > 0 ? chosen : examples) {
  const variants = await variantsOf(example);
  const plain = await check(example, { name: 'as it is', expected: 'conforms', edits: [] });
  for (const variant of variants.filter(({ name }) => isChosen(name))) {
    const { name, expected } = variant;
    const row = { server: example, name, expected, outcome: without(plain, await check(example, variant)) };
    rows.push(row);
    process.stdout.write(`${lineOf(row)}\n`);
  }
  process.stdout.write(
    `${example} as it is: ${plain.last}\n  broken: ${plain.broken.join(', ') || 'none'}\n`,
  );
  process.stdout.write(`  warned: ${plain.warned.join(', ') || 'none'}\n`);
  process.stdout.write(`${figuresOf(rows.filter(({ server }) => server === example))}\n`);
}
if (values.out) await writeFile(values.out, `${JSON.stringify(rows, undefined, 2)}\n`);
