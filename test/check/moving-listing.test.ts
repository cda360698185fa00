import { expect, test } from 'vitest';
import { createCheck, type Terms } from '../../conformance/check.ts';
import { drawFrom } from '../../conformance/core/random-draws.ts';
import { type Catalog, withProducts } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts } from '../check-of.ts';
import { catalog } from '../sample-catalog.ts';
import { sampled } from '../seed.ts';
import { contract, target } from '../shipped.ts';

/** The shop after products were unpublished. */
const unpublished = (ids: readonly string[]): Catalog =>
  withProducts(catalog, (product) =>
    ids.includes(product.id)
      ? { ...product, attributes: { ...product.attributes, status: 'draft' } }
      : product,
  );

/** The ids of the live products of all nodes, or of one. */
const liveIds = (nodeId?: string): string[] =>
  catalog.hierarchies
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => nodeId === undefined || id === nodeId)
    .flatMap(({ products }) => products)
    .flatMap(({ id, attributes }) => (attributes.status === 'live' ? [id] : []));

/** The shop after products of a node were unpublished, by their places among the live ones. */
const without = (nodeId: string, ...places: readonly number[]): Catalog =>
  unpublished(liveIds(nodeId).filter((_, place) => places.includes(place)));

/** A check of a shop that is another from so many requests on. */
async function checkWhile(before: Catalog, later: Catalog, after: number, terms: Terms = {}, of = target) {
  const stub = createStub({ contract, parts: stubPartsOf(before), seed: 'moving' });
  let requests = 0;
  const transport: Transport = (request) => {
    requests += 1;
    if (requests === after) stub.serve(stubPartsOf(later));
    return stub.transport(request);
  };
  const { run } = await createCheck({ contract, target: of }, terms);
  return run(transport);
}

const sizes = target.collections.map(({ values, holds = [] }) => ({
  node: values.at(-1),
  size: holds.length,
}));
const small = sizes.find(({ size }) => size > 5 && size < 100);
const long = sizes.find(({ size }) => size > 100);

const moments = [150, 250, 400].flatMap((after) => [
  ['a small collection', small, after] as const,
  ['a long collection', long, after] as const,
]);

test.each(sampled(moments, 1))(
  'a product of %s unpublished in mid-run is no breach',
  async (_, node, after) => {
    const { headline, results } = await checkWhile(catalog, without(node?.node ?? '', 2), after);
    expect(brokenMusts({ results })).toEqual([]);
    expect(headline.verdict, headline.why).toBe('conforms');
    expect(headline.why).toMatch(/\d+ intermittent/);
  },
);

test.each(sampled(moments, 1))(
  'an import into %s in mid-run, of products that the target file declares live, is no breach',
  async (_, found, after) => {
    const { node = '' } = found ?? {};
    const begun = without(node, 2, 3, 4, 5);
    const { headline, results } = await checkWhile(begun, without(node, 2, 3), after);
    expect(brokenMusts({ results })).toEqual([]);
    expect(headline.verdict, headline.why).toBe('undetermined');
    const told =
      /^collection \S+ changed during the run: meta.results.total was \d+ at first and \d+ at the end/;
    for (const rule of ['node-products/holds', 'node-products/total-count'])
      expect(results.find((one) => one.rule === rule)).toMatchObject({
        verdict: 'inconclusive',
        why: expect.stringMatching(told),
      });
  },
);

/** Half of the shop, another for each name. */
const halfOf = (name: string): Catalog =>
  unpublished(drawFrom(1, name, liveIds(), Math.round(liveIds().length / 2)));

// What is true of one node is no evidence of another, although bundles are compared with components of any.
test.each(sampled([...Array(12).keys()], 1))(
  'an import of half of the shop in mid-run is no breach: %i',
  async (turn) => {
    const collections = target.collections.map(({ operation, values }) => ({ operation, values }));
    const { records: _records, hidden: _hidden, ...others } = target;
    const [before, later] = [halfOf(`before ${turn}`), halfOf(`later ${turn}`)];
    const { results } = await checkWhile(before, later, 120 + 30 * turn, {}, { ...others, collections });
    expect(brokenMusts({ results })).toEqual([]);
  },
);

test.each(sampled([100, 200, 300, 400], 1))(
  'components that the target file declares live, unpublished at request %i, are no breach',
  async (after) => {
    const components = [...catalog.products.values()].flatMap(({ attributes }) =>
      Object.values(attributes.components ?? {}).flatMap(
        ({ options = [] }: { readonly options?: readonly { readonly id?: unknown }[] }) =>
          options.map(({ id }) => String(id)),
      ),
    );
    const { results } = await checkWhile(catalog, unpublished(components), after);
    expect(brokenMusts({ results })).toEqual([]);
  },
);

test('a collection that does not change, and lists other products than the target file declares, is a breach', async () => {
  const other = without(small?.node ?? '', 2, 3);
  const only = ['node-products/holds', 'node-products/total-count'];
  const { results } = await checkWhile(other, other, 1, { only });
  expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['node-products/holds', 'fail'],
    ['node-products/total-count', 'pass'],
  ]);
});
