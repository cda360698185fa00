import { withoutAt } from '../wire/json.ts';
import type { Catalog, Product } from './catalog.ts';
import type { Choices } from './choices.ts';
import { componentIds } from './components.ts';
import type { Listed } from './listing.ts';
import type { ProductWriter } from './product-text.ts';

/** Gives the texts of the products that some bundles are made of, each once, in order of appearance. */
export type Included = (bundles: readonly Listed[]) => readonly string[];

/** Writes every component product of the catalog once. */
export function createIncluded(
  { products }: Catalog,
  writeProduct: ProductWriter,
  choices: Choices,
): Included {
  const ids = new Set([...products.values()].flatMap(componentIds));
  const components = [...ids].flatMap((id) => products.get(id) ?? []);
  const texts = new Map(
    components.map((product) => [
      product.id.toLowerCase(),
      writeProduct(choices['component-status'] === 'shown' ? product : withoutStatus(product), false),
    ]),
  );
  const stranger = [...products.values()].find(({ id }) => !ids.has(id.toLowerCase()));
  const more = stranger && choices['included-exactly'] === 'more' ? [writeProduct(stranger, false)] : [];
  return (bundles) => {
    const shown = new Set(bundles.flatMap((bundle) => bundle.components));
    const included = [...shown].flatMap((id) => texts.get(id) ?? []);
    return included.length > 0 ? [...included, ...more] : included;
  };
}

const withoutStatus = (product: Product): Product => ({
  ...product,
  attributes: withoutAt(product.attributes, ['status']) as Product['attributes'],
});
