import type { PackedProduct } from './packed-product.ts';

/** What no two products of a catalog share. */
export type Unique = 'id' | 'sku' | 'slug';

/** The products of files with a product a line. */
export type ProductLines = {
  readonly all: readonly PackedProduct[];
  /** The products of a file, in the order of its lines; undefined if there is no file with that name. */
  readonly in: (file: string) => readonly PackedProduct[] | undefined;
  /** By its id in lower case. */
  readonly withId: (id: string) => PackedProduct | undefined;
  readonly withKey: (key: string) => PackedProduct | undefined;
  /** The file and line of the product with a value, if there is one. */
  readonly placeOf: (kind: Unique | 'key', value: string) => string | undefined;
};

/** No such files. */
export const noLines: ProductLines = {
  all: [],
  in: () => undefined,
  withId: () => undefined,
  withKey: () => undefined,
  placeOf: () => undefined,
};
