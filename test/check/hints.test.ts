import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { remedyFor, remedyWords } from '../../conformance/core/remedies.ts';
import type { WrittenCollection } from '../../conformance/target/collections.ts';
import { resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { idsOf, type OperationId } from '../../src/contract/operations.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const address = 'http://localhost';
const whole = targetOfCatalog(catalog, address);

/** The shop's target file with one collection. */
function fileOf(name: string): TargetFile {
  const place = catalog.hierarchies.flatMap(({ nodes }) => nodes).findIndex((node) => node.name === name);
  return { ...whole, collections: (whole.collections ?? []).slice(place, place + 1) };
}

/** The lines that a check by a target file says are missing. */
async function hintsOf(
  file: TargetFile,
  options: { only?: string[]; maxWrites?: number; runs?: number } = {},
) {
  const target = resolveTarget(contract, file, address);
  const { run } = await createCheck({ contract, target }, { only: ['node-products'], ...options });
  const { results } = await run(createStub({ contract, parts: stubPartsOf(catalog) }).transport);
  const lines = new Set(results.flatMap(({ verdict, remedy }) => (verdict === 'pass' ? [] : (remedy ?? []))));
  return [...lines].toSorted();
}

function wordsFor(operation: OperationId, status: number, file: TargetFile) {
  const remedy = remedyFor(contract, operation, status, resolveTarget(contract, file, address));
  return remedy && remedyWords(remedy);
}

const bare = ({ at = {} }: WrittenCollection): WrittenCollection => ({ at });

describe('the line that would help', () => {
  it('is another collection where what the operator could say of this one stands already', async () => {
    expect(await hintsOf(fileOf('Kitchen'))).toEqual([
      'in collections: { at: { hierarchyID: …, nodeID: … } } of a collection with bundles (products with components)',
      'in collections: { at: { hierarchyID: …, nodeID: … } } of a collection with bundles (products with components) and other products',
      'in collections: { at: { hierarchyID: …, nodeID: … } } of a collection with over 100 products',
      'in collections: { at: { hierarchyID: …, nodeID: … } } of a collection with two products whose names differ in an accent only',
      'in collections: { at: { hierarchyID: …, nodeID: … }, order: [ids of the products with a fixed position, in their order] } of a collection with all products in a fixed order',
    ]);
  });

  it('is what the operator could say of the collection where nothing stands yet', async () => {
    const file = fileOf('Kitchen');
    const hints = await hintsOf({ ...file, collections: (file.collections ?? []).map(bare) });
    expect(hints).toContain(
      'in a collection: order: [ids of the products with a fixed position, in their order]',
    );
    expect(hints).toContain('in a collection: hidden: [ids of products that must not be listed]');
    expect(hints).toContain('in a collection: holds: [ids of all products that must be listed]');
    expect(hints.filter((line) => line.includes('order: '))).toHaveLength(1);
  });

  it('is another collection where an empty list stands', async () => {
    const file = fileOf('Kitchen');
    const empty = { order: [], hidden: [] };
    const hints = await hintsOf({ ...file, collections: (file.collections ?? []).map((one) => ({ ...one, ...empty })) });
    expect(hints.filter((line) => /(order|hidden): /.test(line))).toEqual([
      'in collections: { at: { hierarchyID: …, nodeID: … }, hidden: [ids of products that must not be listed] } of a collection with products that must not be listed',
      'in collections: { at: { hierarchyID: …, nodeID: … }, order: [ids of the products with a fixed position, in their order] } of a collection with all products in a fixed order',
      'in collections: { at: { hierarchyID: …, nodeID: … }, order: [ids of the products with a fixed position, in their order] } of a collection with products in a fixed order',
    ]);
  }); // biome-ignore format: one line a hint

  it('allows more writes than were allowed', async () => {
    const only = ['application-key', 'subscription'];
    expect(await hintsOf(whole, { only, maxWrites: 3 })).toContain('--max-writes 300');
    const hints = await hintsOf(whole, { only, maxWrites: 151, runs: 3 });
    expect(hints.filter((line) => line.startsWith('--'))).toEqual(['--max-writes 302']);
  });

  it.each(idsOf(contract))('is another token of %s where one was rejected', (operation) => {
    const remedy = (file: TargetFile) => wordsFor(operation, 401, file);
    expect(remedy({})).toBe(`token: { ${operation}: a bearer token, an API key, or user:password your server accepts }`);
    expect(remedy({ token: 'rejected' })).toBe(`token: { ${operation}: one your server accepts instead of the one it rejected, unless a proxy in front of it removes the Authorization header }`);
  }); // biome-ignore format: one line a hint

  it('is another collection where the one that stands there is not listed', () => {
    expect(wordsFor('node-products', 404, {})).toBe('collections: [{ at: { hierarchyID: …, nodeID: … } }]');
    expect(wordsFor('node-products', 404, whole)).toBe('in collections: { at: { hierarchyID: …, nodeID: … } } of a collection that your server lists');
  }); // biome-ignore format: one line a hint
});
