import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sampled } from '../../test/seed.ts';
import { tried, verdictOn } from './tried.ts';
import { clientOf, contractOf, contracts, edited, variantsOf } from './variants.ts';

const all = await Promise.all(
  contracts.map(async (name) =>
    (await variantsOf(name)).map((variant) => [name, variant.name, variant] as const),
  ),
);

it.each(contracts)('makes each variant of the client of %s of its text', async (name) => {
  const [client, contract] = [await clientOf(name), await readFile(contractOf(name), 'utf8')];
  const variants = await variantsOf(name);
  const texts = variants.map(({ name: title, edits, contract: open }) =>
    [edited(client, title, edits), edited(contract, title, open)].join(),
  );
  expect(new Set(texts).size).toBe(variants.length);
});

it.each(sampled(all.flat(), 3))('a client of %s: %s', async (name, _, variant) => {
  expect(verdictOn(variant, await tried(name, variant))).toMatchObject({ isGood: true });
});
