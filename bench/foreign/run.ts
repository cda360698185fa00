// Checks the servers of `examples/` that have a contract of their own, with each fault and each permitted form of
// `bench/foreign/NAME.yaml`: npm run bench -- foreign [--out FILE] [library|orders]... ['NAME OF A VARIANT']

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { check, type Outcome } from './check.ts';
import { type Expected, examples, variantsOf } from './variants.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const chosen = examples.filter((example) => positionals.includes(example));
const pattern = positionals.find((word) => !examples.some((example) => example === word)) ?? '';

interface Row {
  readonly example: string;
  readonly name: string;
  readonly expected: Expected;
  readonly outcome: Outcome;
}

const rows: Row[] = [];
for (const example of chosen.length > 0 ? chosen : examples) {
  const variants = await variantsOf(example);
  const plain = await check(example, { name: 'as it is', expected: 'conforms', edits: [] });
  for (const variant of variants.filter(({ name }) => name.includes(pattern))) {
    const { broken, warned, ...outcome } = await check(example, variant);
    rows.push({
      example,
      name: variant.name,
      expected: variant.expected,
      outcome: {
        ...outcome,
        broken: broken.filter((rule) => !plain.broken.includes(rule)),
        warned: warned.filter((rule) => !plain.warned.includes(rule)),
      },
    });
    process.stdout.write(`${lineOf(rows[rows.length - 1])}\n`);
  }
  process.stdout.write(
    `${example} as it is: ${plain.last}\n  broken: ${plain.broken.join(', ') || 'none'}\n`,
  );
  process.stdout.write(`  warned: ${plain.warned.join(', ') || 'none'}\n${figuresOf(rows, example)}\n`);
}
if (values.out) await writeFile(values.out, `${JSON.stringify(rows, undefined, 2)}\n`);

/** Returns what a check makes of a variant: whether it finds rules broken that the server without it keeps. */
function judged({ broken, warned }: Outcome): Expected {
  if (broken.length > 0) return 'violates';
  return warned.length > 0 ? 'warns' : 'conforms';
}

function lineOf(row: Row | undefined): string {
  if (!row) return '';
  const got = judged(row.outcome);
  const mark = got === row.expected ? ' ' : '!';
  const rules = [...row.outcome.broken, ...row.outcome.warned.map((rule) => `(${rule})`)];
  const shown = rules.slice(0, 4).join(' ') + (rules.length > 4 ? ` and ${rules.length - 4} more` : '');
  return `${mark} ${row.example} · ${row.expected} → ${got} [${row.outcome.code}] · ${row.name} · ${shown}`;
}

function figuresOf(all: readonly Row[], example: string): string {
  const of = (expected: Expected): Row[] =>
    all.filter((row) => row.example === example && row.expected === expected);
  const count = (expected: Expected, got: Expected): string =>
    `${of(expected).filter(({ outcome }) => judged(outcome) === got).length} of ${of(expected).length}`;
  return [
    `faults against a must: ${count('violates', 'violates')} violate, ${count('violates', 'warns')} are warned of`,
    `faults against a should: ${count('warns', 'warns')} are warned of, ${count('warns', 'violates')} violate`,
    `permitted forms: ${count('conforms', 'violates')} violate, ${count('conforms', 'warns')} are warned of`,
  ].join('\n');
}
