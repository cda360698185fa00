import type { JsonObject } from '../../json/json.ts';

/** A product as it is in the catalog, without what a listing adds. */
export type Product = {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly meta?: JsonObject | undefined;
  readonly relationships?: JsonObject | undefined;
};

/** A product as a line of a file of its own. */
export type ProductLine = Product & { readonly key?: string };

/** Whether a product may be shown. */
export const isLive = (product: Product): boolean => product.attributes.status === 'live';

/** A node of a hierarchy with the products attached to it, drafts included. */
export type CatalogNode = {
  readonly id: string;
  readonly name: string;
  /** What is special about it. */
  readonly about?: string;
  /** In catalog order. */
  readonly products: readonly Product[];
  /** In curated order; empty if the node is not curated. */
  readonly curated: readonly Product[];
};

/** A product hierarchy. */
export type Hierarchy = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly CatalogNode[];
};

/** Something that can be subscribed to. */
export type Offering = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly external_ref?: string;
  readonly owner: string;
  readonly external_product_refs: readonly string[];
  readonly plans: readonly string[];
};

/** Everything the stub serves but does not create. Ids are in lower case. */
export type Catalog = {
  readonly name: string;
  readonly accounts: ReadonlySet<string>;
  readonly plans: ReadonlySet<string>;
  readonly offerings: ReadonlyMap<string, Offering>;
  readonly hierarchies: readonly Hierarchy[];
  /** By their ids. */
  readonly products: ReadonlyMap<string, Product>;
};
