import { withoutAt } from '../wire/json.ts';
import type { Catalog, Product } from './catalog.ts';
import type { Choices } from './choices.ts';
import { componentIds } from './components.ts';
import { lazy } from './lazy.ts';
import type { ProductWriter } from './product-text.ts';

/** Gives the texts of the products that some bundles are made of, each once, in order of appearance. */
export type Included = (components: Iterable<readonly string[]>) => readonly Uint8Array[];

/** Writes every component product once, when a bundle that is shown first has it. */
export function createIncluded(
  { products }: Catalog,
  writeProduct: ProductWriter,
  choices: Choices,
): Included {
  const texts = new Map<string, Uint8Array | undefined>();
  const textOf = (id: string): Uint8Array | undefined => {
    const product = products.get(id);
    if (product && !texts.has(id)) {
      const shown = choices['component-status'] === 'shown' ? product : withoutStatus(product);
      texts.set(id, Buffer.from(writeProduct(shown, false)));
    }
    return texts.get(id);
  };
  const more = lazy(() => {
    const components = new Set([...products.values()].flatMap(componentIds));
    const stranger = [...products.values()].find(({ id }) => !components.has(id.toLowerCase()));
    return stranger ? [Buffer.from(writeProduct(stranger, false))] : [];
  });
  return (components) => {
    const shown = new Set<string>();
    for (const ids of components) for (const id of ids) shown.add(id);
    const included = [...shown].flatMap((id) => textOf(id) ?? []);
    return included.length > 0 && choices['included-exactly'] === 'more'
      ? [...included, ...more()]
      : included;
  };
}

const withoutStatus = ({ id, attributes, meta, relationships }: Product): Product => ({
  id,
  attributes: withoutAt(attributes, ['status']) as Product['attributes'],
  ...(meta ? { meta } : {}),
  ...(relationships ? { relationships } : {}),
});
