import type { JsonObject } from '../wire/json.ts';

/** A product, literally as the catalog holds it; what a listing adds to it is not here. */
export type Product = {
  readonly id: string;
  readonly attributes: JsonObject;
  readonly meta?: JsonObject;
  readonly relationships?: JsonObject;
};

/** A node of a hierarchy and the products attached to it, drafts included. */
export type CatalogNode = {
  readonly id: string;
  readonly name: string;
  /** What is special about it. */
  readonly about?: string;
  /** In catalog order. */
  readonly products: readonly Product[];
  /** In curated order; empty where nobody curated the node. */
  readonly curated: readonly Product[];
};

/** A product hierarchy. */
export type Hierarchy = {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly CatalogNode[];
};

/** What a subscription can be made to. */
export type Offering = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly external_ref?: string;
  readonly owner: string;
  readonly external_product_refs: readonly string[];
  readonly plans: readonly string[];
};

/** A shop: everything the stub serves that it does not create. Ids are in lower case. */
export type Catalog = {
  readonly name: string;
  readonly accounts: ReadonlySet<string>;
  readonly plans: ReadonlySet<string>;
  readonly offerings: ReadonlyMap<string, Offering>;
  readonly hierarchies: readonly Hierarchy[];
  /** By id. */
  readonly products: ReadonlyMap<string, Product>;
};
