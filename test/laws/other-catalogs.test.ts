import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { type Catalog, isLive, type Product, withProducts } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { isLost, type Mutant, withBody } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const all = [...catalog.products.values()];

const withAttributes = (product: Product, attributes: JsonObject): Product => ({
  ...product,
  attributes: { ...product.attributes, ...attributes },
});

function spaced(product: Product): Product {
  const { name } = product.attributes;
  return typeof name !== 'string' || name.includes(' ')
    ? product
    : withAttributes(product, { name: `${name} mk2` });
}

const padded = withProducts(catalog, (product, place) =>
  place % 3 === 0 ? withAttributes(product, { name: `${product.attributes.name} ` }) : product,
);

/** Filters ignore the space at the end of these names, as MySQL does. */
const servesPadded: Mutant = (next) => async (request) => {
  const target = request.target.replaceAll(/(?:%20| |\+)+(?=\)|,|%29|%2C|&|$)/gi, '');
  const response = await next({ ...request, target });
  if (isLost(response)) return response;
  const body = JSON.stringify(
    JSON.parse(Buffer.from(response.body).toString(), (_, value) => {
      const shown = padded.products.get(String(at(value, 'id')))?.attributes.name;
      const isProduct = shown !== undefined && at(value, 'attributes', 'name') !== undefined;
      return isProduct ? withAt(value, ['attributes', 'name'], shown) : value;
    }),
  );
  return withBody(response, Buffer.from(body));
};

/** As long in code points as allowed, and longer in UTF-16 and in bytes. */
function wide(product: Product): Product {
  const { external_ref, tags } = product.attributes;
  const widened = (text: Json): Json => (typeof text === 'string' ? text.replace(/./gsu, '🌲') : text);
  return withAttributes(product, {
    ...(external_ref === undefined ? {} : { external_ref: widened(external_ref) }),
    ...(Array.isArray(tags) ? { tags: tags.map(widened) } : {}),
  });
}

function madeOfDrafts(product: Product): Product {
  const { components } = product.attributes;
  if (!isObject(components)) return product;
  const drafts = all.filter((one) => !isLive(one) && one.attributes.components === undefined);
  const entries = Object.entries(components).map(([name, component], part): [string, Json] => {
    const options = at(component, 'options');
    const others = (Array.isArray(options) ? options : []).map((option: Json, index) =>
      withAt(option, ['id'], drafts[(part + index) % drafts.length]?.id ?? product.id),
    );
    return [name, withAt(component, ['options'], others)];
  });
  return withAttributes(product, { components: Object.fromEntries(entries) });
}

function sharingSku(product: Product, place: number): Product {
  const twin = all[place - (place % 2)];
  if (product.attributes.sku === undefined) return product;
  const meta = { ...product.meta, owner: place % 2 === 1 ? 'organization' : 'store' };
  return { ...withAttributes(product, { sku: `SKU-${twin?.id ?? product.id}` }), meta };
}

type Case = {
  readonly has: string;
  readonly shop: Catalog;
  readonly served?: Catalog;
  readonly mutants?: Mutant[];
};

const cases: readonly Case[] = [
  { has: 'a space in each name', shop: withProducts(catalog, spaced) },
  { has: 'a space at the end of some names', shop: padded },
  { has: 'such spaces, which filters ignore', shop: padded, served: catalog, mutants: [servesPadded] },
  { has: 'text of the greatest length in emoji', shop: withProducts(catalog, wide) },
  { has: 'bundles of products that are not live', shop: withProducts(catalog, madeOfDrafts) },
  { has: 'a sku that a store and an organization share', shop: withProducts(catalog, sharingSku) },
];

test.each(cases)(
  'no rule fails for a server whose catalog has $has',
  async ({ shop, served = shop, mutants = [] }) => {
    const target = resolveTarget(contract, targetOfCatalog(shop, 'http://localhost'), 'http://localhost');
    const { run } = await createCheck({ contract, target }, { only: ['node-products/*'] });
    const { results } = await run(createStub({ contract, parts: stubPartsOf(served), mutants }).transport);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50);
  },
);
