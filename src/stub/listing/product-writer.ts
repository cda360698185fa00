import { at, withoutAt } from '../../json/json.ts';
import type { Product } from '../catalog/catalog.ts';
import { constantAt, withNulls } from '../replies/schema.ts';
import type { Setup } from '../requests/handler.ts';
import { showProduct } from './shown-product.ts';

/** Writes a product as JSON; `flagged` adds the mark of curation. */
export type ProductWriter = (product: Product, flagged: boolean) => string;

/** Creates the writer of products for listings and for their components. */
export function createProductWriter({ contract, choices }: Setup): ProductWriter {
  const schema = at(contract.operations['node-products'].response, 'properties', 'data', 'items');
  const type = constantAt(schema, ['type'], 'product');
  return (product, flagged) => {
    const shown = showProduct(product, flagged, type, choices);
    if (choices['null-members'] === 'absent') return JSON.stringify(shown);
    // The listing adds links to pages, which are not part of the product.
    return JSON.stringify(withoutAt(withNulls(shown, schema), ['links']));
  };
}
