import type { DeclaredData, KnownGood, WrittenRecord } from '../../conformance/testing.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { isSimple } from '../../src/contract/list-filters.ts';
import { collectionParameters, operationIn } from '../../src/contract/operations.ts';
import { fitValue } from '../../src/contract/schema-values.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { type Catalog, type CatalogNode, isLive, type Product } from './catalog.ts';
import { componentIds, listing } from './node-products.ts';
import { knownPayer, subscriptionIds } from './subscription.ts';

/** What the operator of a shop with a catalog declares in its target file. */
export function declaredOf(catalog: Catalog, contract: Contract, choices: Partial<Choices>): DeclaredData {
  return {
    known: {
      'application-key': { reserved_rate_limit: 5 },
      subscription: knownGoodIn(catalog, choices, contract),
    },
    collections: catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node) => ({ at: atNode(hierarchy.id, node.id, contract), ...knownOfNode(node) })),
    ),
    ...attachedNowhere(catalog),
  };
}

/** The values of a node, by the names of the parameters of its listing. */
function atNode(hierarchy: string, node: string, contract: Contract): Readonly<Record<string, string>> {
  const [first = '', second = ''] = collectionParameters(operationIn(contract, listing));
  return { [first]: hierarchy, [second]: node };
}

/** What is known of the components of listed bundles that are attached to no node. */
function attachedNowhere({ hierarchies, products }: Catalog): Partial<DeclaredData> {
  const attached = hierarchies.flatMap(({ nodes }) => nodes).flatMap((node) => node.products);
  const isAttached = new Set(attached.map(({ id }) => id));
  const components = new Set(attached.filter(isLive).flatMap(componentIds));
  const others = [...components].flatMap((id) => (isAttached.has(id) ? [] : (products.get(id) ?? [])));
  const [live, hidden] = [others.filter(isLive), others.filter((one) => !isLive(one))];
  return {
    ...(live.length > 0 ? { records: live.map(productInFull) } : {}),
    ...(hidden.length > 0 ? { hidden: hidden.map(hiddenProduct) } : {}),
  };
}

/** The values that a stub takes in a subscription; several sets if it takes each only once. */
function knownGoodIn(
  catalog: Catalog,
  choices: Partial<Choices>,
  contract: Contract,
): KnownGood | readonly KnownGood[] {
  const { request, sentIn = [] } = contract.operations.subscription ?? {};
  const currencies = schemaAt(request, [...sentIn, 'currency']) as Json | undefined;
  const set = {
    ...subscriptionIds(catalog),
    currency: String(fitValue(currencies, choices['shop-currency'] ?? 'USD')),
    payment_authority: isChoosy(choices)
      ? { type: gateways[String(choices.gateways ?? 'both')] ?? gateways.both ?? '', ...knownPayer }
      : ('any' as const),
  };
  if (choices['subscription-repeated'] !== 'rejected') return set;
  const plans = [...catalog.offerings.values()].flatMap(({ id, plans: own }) =>
    own.map((plan_id) => ({ offering_id: id, plan_id })),
  );
  const known = [...catalog.accounts].flatMap((account_id) =>
    plans.map((plan) => ({ ...set, account_id, ...plan })),
  );
  const pairs = [...new Map(known.map((one) => [`${one.account_id} ${one.plan_id}`, one])).values()];
  // A stub that takes any account can be given more of them.
  const more = choices['unknown-ids'] === 'rejected' ? [] : Array.from({ length: 40 }, (_, index) => index);
  return [...pairs, ...more.map((index) => ({ ...set, account_id: accountId(index) }))];
}

/** Whether only some payment authorities are taken. */
const isChoosy = ({ cards, gateways: taken = 'both' }: Partial<Choices>): boolean =>
  cards === 'known' || taken !== 'both';

/** The gateways of the specification; under an Overlay that names others, the operator names one of those. */
const gateways: Readonly<Record<string, string>> = {
  both: 'payments_gateway_a',
  first: 'payments_gateway_a',
  second: 'payments_gateway_b',
};

const accountId = (index: number): string =>
  `3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a${String(index).padStart(2, '0')}`;

function knownOfNode({ products, curated }: CatalogNode) {
  const [live, hidden] = [true, false].map((wanted) =>
    products.filter((product) => isLive(product) === wanted),
  );
  return {
    holds: (live ?? []).map(writtenRecord),
    order: curated.filter(isLive).map(({ id }) => id),
    hidden: (hidden ?? []).map(hiddenProduct),
  };
}

/** The id of a live product; with what else it shows if a server may spoil its name. */
const writtenRecord = (product: Product): WrittenRecord =>
  isSimple(String(product.attributes.name)) ? product.id : productInFull(product);

const productInFull = ({ id, attributes }: Product): WrittenRecord => ({
  id,
  ...attributeTexts(attributes, ['name', 'slug', 'sku']),
});

const hiddenProduct = ({ id, attributes }: Product): WrittenRecord => ({
  id,
  ...attributeTexts(attributes, ['name', 'slug']),
});

const attributeTexts = (attributes: JsonObject, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = attributes[name];
      return typeof text === 'string' ? [[name, text]] : [];
    }),
  );
