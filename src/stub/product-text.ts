import { at, withoutAt } from '../wire/json.ts';
import type { Product } from './catalog.ts';
import type { Setup } from './operation.ts';
import { showProduct } from './product.ts';
import { constantAt, withNulls } from './schema.ts';

/** Writes a product as JSON text; `flagged`: with the mark of curation. */
export type ProductWriter = (product: Product, flagged: boolean) => string;

/** Builds the writer of products, in listings and among their components. */
export function createProductWriter({ contract, choices }: Setup): ProductWriter {
  const schema = at(contract.operations['node-products'].response, 'properties', 'data', 'items');
  const type = constantAt(schema, ['type'], 'product');
  return (product, flagged) => {
    const shown = showProduct(product, flagged, type, choices);
    if (choices['null-members'] === 'absent') return JSON.stringify(shown);
    // Links to pages are not the product's own: the listing adds them.
    return JSON.stringify(withoutAt(withNulls(shown, schema), ['links']));
  };
}
