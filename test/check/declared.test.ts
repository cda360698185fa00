import { describe, expect, it } from 'vitest';
import { changeIncluded, changeLinks, changeRecords } from '../../conformance/list/mutants.ts';
import { writtenIdOf } from '../../conformance/target/collections.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import { curated } from '../../spec/rules/products.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { catalog } from '../sample-catalog.ts';
import { contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const address = 'http://localhost';
const whole = targetOfCatalog(catalog, address);
const kits = (whole.collections ?? []).filter(
  (one) => one.at?.nodeID === 'a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da',
);

/** The rules that fail on the stub behind a fault, by a target file with one collection. */
async function findings(declared: Partial<TargetFile>, mutant: Mutant): Promise<string[]> {
  const { transport } = createStub({ contract, parts: stubPartsOf(catalog), mutants: [mutant] });
  const { results } = await checkOf(contract, { ...whole, ...declared }, transport, {
    only: ['node-products'],
  });
  return results.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []));
}

/** Kits, and nothing said of its products. */
const bare = kits.map(({ at: named = {} }) => ({ at: named }));

describe('what a target file declares beside its collections', () => {
  it('makes lost components show that are in no collection', async () => {
    const [component] = whole.records ?? [];
    expect(component).toBeDefined();
    const lost = changeIncluded(({ included }) =>
      included.filter((product) => at(product, 'id') !== at(component, 'id')),
    );
    expect(await findings({ collections: bare, records: [] }, lost)).toEqual([]);
    expect(await findings({ collections: bare }, lost)).toEqual(['node-products/included-declared']);
  });

  it('names products that no collection may list', async () => {
    const conforming: Mutant = (next) => next;
    const [id = ''] = (kits[0]?.holds ?? []).map(writtenIdOf);
    expect(await findings({ collections: bare }, conforming)).toEqual([]);
    expect(await findings({ collections: bare, hidden: [id] }, conforming)).toEqual([
      'node-products/hidden-never-shown',
    ]);
  });

  it('says by an empty list that nothing is curated', async () => {
    const marked = changeRecords(({ record }) => curated(record));
    expect(await findings({ collections: bare }, marked)).toEqual([]);
    const nothing = bare.map((one) => ({ ...one, order: [] }));
    expect(await findings({ collections: nothing }, marked)).toEqual(['node-products/curated-flag-only']);
  });

  it('names the address that links begin with, for whoever reaches the server by another', async () => {
    const publicUrl = 'https://api.fernhollow.example/shop';
    const moved = changeLinks(({ links }) =>
      JSON.parse(JSON.stringify(links).replaceAll(/"https?:\/\/[^/"]+/g, `"${publicUrl}`)),
    );
    expect(await findings({}, moved)).toEqual(['node-products/links-host']);
    expect(await findings({ publicUrl }, moved)).toEqual([]);
    expect(await findings({ publicUrl }, (next) => next)).toEqual(['node-products/links-host']);
  });
});
