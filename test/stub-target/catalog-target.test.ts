import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { writtenIdOf } from '../../conformance/target/collections.ts';
import { readTarget } from '../../conformance/target/read.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const catalog = await loadCatalog();
const file = targetOfCatalog(catalog, 'http://127.0.0.1:4010');

describe('the target file of a catalog', () => {
  it('can be read', async () => {
    const folder = await mkdtemp(join(process.cwd(), 'export-'));
    const path = join(folder, 'target.yaml');
    await writeFile(path, stringify(file));
    expect((await readTarget(path)).file).toEqual(file);
  });

  it('separates live from hidden products, and has only live ones in the curated order', () => {
    const nodes = catalog.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
    for (const [index, { holds = [], order = [], hidden = [] }] of (file.collections ?? []).entries()) {
      const products = nodes[index]?.products ?? [];
      const ids = holds.map(writtenIdOf);
      expect([...ids, ...hidden.map(writtenIdOf)].sort()).toEqual(products.map(({ id }) => id).sort());
      expect(ids).toEqual(expect.arrayContaining([...order]));
    }
    expect(file.collections?.some(({ order }) => (order ?? []).length > 0)).toBe(true);
  });

  it('names a plan that belongs to its offering', () => {
    const sets = [file.known?.subscription ?? []].flat();
    expect(sets).not.toEqual([]);
    for (const { account_id, offering_id, plan_id } of sets) {
      expect(catalog.accounts.has(String(account_id))).toBe(true);
      expect(catalog.offerings.get(String(offering_id))?.plans).toContain(plan_id);
    }
  });
});
