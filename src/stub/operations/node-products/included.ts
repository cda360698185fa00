import { withoutAt } from '../../../json/json.ts';
import { type Catalog, isLive, type Product } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import { componentIds } from './component-ids.ts';

/** The component products of the bundles among some products, in order of appearance; drafts as the choice has them. */
export function includedIn(shown: readonly Product[], { products }: Catalog, choices: Choices): Product[] {
  const isIncluded = (product: Product): boolean =>
    isLive(product) || choices['draft-components'] === 'unmarked';
  const isMarked = (product: Product): boolean => choices['component-status'] === 'shown' && isLive(product);
  const named = shown.flatMap(componentIds);
  return [...(choices['repeated-components'] === 'once' ? new Set(named) : named)]
    .flatMap((id) => products.get(id) ?? [])
    .filter(isIncluded)
    .map((product) => (isMarked(product) ? product : withoutStatus(product)));
}

const withoutStatus = (product: Product): Product => ({
  ...product,
  attributes: withoutAt(product.attributes, ['status']) as Product['attributes'],
});
