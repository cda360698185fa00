import { at } from '../../../json/json.ts';
import type { Product } from '../../catalog/catalog.ts';
import { constantAt } from '../../replies/schema.ts';
import type { Setup } from '../../requests/handler.ts';
import { isShownAsItStands, showProduct } from './shown-product.ts';

/** Writes products as JSON, for listings and for their components. */
export type ProductWriter = {
  /** `flagged` adds the mark of curation. */
  readonly write: (product: Product, flagged: boolean) => string;
  /**
   * What stands after the id of a product that is not flagged, if all else is shown as it stands in the catalog;
   * undefined under choices that show more or less of it.
   */
  readonly afterId: string | undefined;
};

/** Creates the writer of products. */
export function createProductWriter({ contract, choices }: Setup): ProductWriter {
  const schema = at(contract.operations['node-products'].response, 'properties', 'data', 'items');
  const type = constantAt(schema, ['type'], 'product');
  return {
    write: (product, flagged) => JSON.stringify(showProduct(product, flagged, type, choices)),
    afterId: isShownAsItStands(choices) ? `,"type":${JSON.stringify(type)}` : undefined,
  };
}
