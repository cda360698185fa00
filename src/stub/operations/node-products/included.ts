import { withoutAt } from '../../../json/json.ts';
import { type Catalog, isLive, type Product } from '../../catalog/catalog.ts';
import type { Choices } from '../../choices/choices.ts';
import type { ProductWriter } from './product-writer.ts';

/** Returns the texts of the component products of some bundles, in order of appearance. */
export type Included = (components: Iterable<readonly string[]>) => readonly Uint8Array[];

/** Creates the writer of component products. Each is written once, when first needed; drafts as the choice has them. */
export function createIncluded({ products }: Catalog, writer: ProductWriter, choices: Choices): Included {
  const texts = new Map<string, Uint8Array | undefined>();
  const isMarked = (product: Product): boolean => choices['component-status'] === 'shown' && isLive(product);
  const isIncluded = (product: Product): boolean =>
    isLive(product) || choices['draft-components'] === 'unmarked';
  const textOf = (id: string): Uint8Array | undefined => {
    const product = products.get(id);
    if (product && !texts.has(id) && isIncluded(product)) {
      texts.set(id, Buffer.from(writer.write(isMarked(product) ? product : withoutStatus(product), false)));
    }
    return texts.get(id);
  };
  return (components) => {
    const named = [...components].flat();
    const shown = choices['repeated-components'] === 'once' ? new Set(named) : named;
    return [...shown].flatMap((id) => textOf(id) ?? []);
  };
}

const withoutStatus = ({ id, attributes, meta, relationships }: Product): Product => ({
  id,
  attributes: withoutAt(attributes, ['status']) as Product['attributes'],
  ...(meta ? { meta } : {}),
  ...(relationships ? { relationships } : {}),
});
