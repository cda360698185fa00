import { at, type JsonObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { listedNodes } from '../../../interface/pages/listed-nodes.ts';

const keys = [
  ['attributes', 'name'],
  ['attributes', 'slug'],
  ['attributes', 'sku'],
  ['meta', 'created_at'],
  ['meta', 'updated_at'],
  ['id'],
];

export default observation({
  asks: 'in which order do products come that nobody curated?',
  look: async (look) => {
    const uncurated = (await listedNodes(look)).find(
      ({ node, page }) =>
        (node.curated ?? []).length === 0 &&
        page.items.length >= 3 &&
        page.items.every(({ isCurated }) => !isCurated),
    );
    const { products } = look.occasion(uncurated, 'no node without curation shows three products');
    const orders = keys.flatMap((key) => orderBy(products, key));
    return orders.join(' and ') || `by nothing shown; ${firstOf(products)}`;
  },
});

/** The name of an order, where the products come in it; letter case may count or not. */
function orderBy(products: readonly JsonObject[], key: readonly string[]): string[] {
  const values = products.map((product) => at(product, ...key)).filter((value) => typeof value === 'string');
  if (values.length < products.length || new Set(values).size < 2) return [];
  const spellings = [values, values.map((value) => value.toLowerCase())];
  if (spellings.some(isRising)) return [`by ${key.at(-1)}`];
  return spellings.some((spelled) => isRising(spelled.toReversed())) ? [`by ${key.at(-1)}, falling`] : [];
}

const isRising = (values: readonly string[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value);

/** An order nobody can name is told from another by where the product it begins with stands by id. */
function firstOf(products: readonly JsonObject[]): string {
  const ids = products.map(({ id }) => String(id));
  return `the first is number ${ids.toSorted().indexOf(ids[0] ?? '') + 1} by id`;
}
