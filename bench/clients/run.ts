// Tries small clients of the contracts of `examples/`, with each dependence, each wrong request and each sound form of
// `bench/clients/NAME.yaml`: npm run bench -- clients [orders|library|events]... ['NAME OF A VARIANT']

import { tried, verdictOn } from './tried.ts';
import { contracts, variantsOf } from './variants.ts';

const words = process.argv.slice(2);
const chosen = contracts.filter((name) => words.includes(name));
const pattern = words.find((word) => !contracts.some((name) => name === word)) ?? '';

const counts = new Map<string, { good: number; all: number }>();
for (const name of chosen.length > 0 ? chosen : contracts)
  for (const variant of await variantsOf(name)) {
    if (!variant.name.includes(pattern)) continue;
    const { kind, isGood, said } = verdictOn(variant, await tried(name, variant));
    const count = counts.get(kind) ?? { good: 0, all: 0 };
    counts.set(kind, { good: count.good + Number(isGood), all: count.all + 1 });
    process.stdout.write(`${isGood ? ' ' : '!'} ${name} · ${kind} · ${variant.name} · ${said}\n`);
  }
for (const [kind, { good, all }] of counts) process.stdout.write(`${kind}: ${good} of ${all}\n`);
