import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { catalog, contract, target } from '../../conformance/proof/fixtures.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Catalog, Product } from '../../src/stub/catalog/catalog.ts';
import { createStub } from '../../src/stub/server/create-stub.ts';
import { sampled } from '../laws/sample.ts';

/** The shop after a product of a node was unpublished. */
function without(nodeId: string, place: number): Catalog {
  const node = catalog.hierarchies.flatMap(({ nodes }) => nodes).find(({ id }) => id === nodeId);
  const gone = node?.products.filter(({ attributes }) => attributes.status === 'live')[place];
  if (!gone) throw new Error(`${nodeId} has no live product ${place}`);
  const draft: Product = { ...gone, attributes: { ...gone.attributes, status: 'draft' } };
  const changed = (products: readonly Product[]): Product[] =>
    products.map((product) => (product.id === gone.id ? draft : product));
  return {
    ...catalog,
    products: new Map(catalog.products).set(gone.id, draft),
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map((one) => ({
        ...one,
        products: changed(one.products),
        curated: changed(one.curated),
      })),
    })),
  };
}

/** A check during which a product is unpublished, before so many requests got a response. */
async function checkWhile(nodeId: string, after: number) {
  const stub = createStub({ contract, catalog, seed: 'moving' });
  let requests = 0;
  const transport: Transport = (call) => {
    requests += 1;
    if (requests === after) stub.serve(without(nodeId, 2));
    return stub.transport(call);
  };
  const { run } = await createCheck({ contract, target }, {});
  return run(transport);
}

const sizes = target.nodes.map(({ node, live = [] }) => ({ node, size: live.length }));
const small = sizes.find(({ size }) => size > 5 && size < 100);
const long = sizes.find(({ size }) => size > 100);

const moments = [150, 250, 400].flatMap((after) => [
  ['a small node', small, after] as const,
  ['a long node', long, after] as const,
]);

test.each(sampled('moving listing', moments, 2))(
  'a product of %s unpublished in mid-run is no breach',
  async (_, node, after) => {
    const { headline, results } = await checkWhile(node?.node ?? '', after);
    expect(results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must')).toEqual([]);
    expect(headline.verdict, headline.why).toBe('conforms');
    expect(headline.why).toMatch(/\d+ intermittent/);
  },
);
