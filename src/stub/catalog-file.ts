import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Fault } from '../fault.ts';
import type { Offering, Product } from './catalog.ts';

/** What stands in a catalog file. Nodes name products by their keys. */
export type CatalogFile = {
  readonly name: string;
  readonly accounts: readonly { readonly id: string }[];
  readonly plans: readonly { readonly id: string; readonly name: string }[];
  readonly offerings: readonly Offering[];
  readonly hierarchies: readonly {
    readonly id: string;
    readonly name: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly name: string;
      readonly about?: string;
      readonly products: readonly string[];
      readonly curated?: readonly string[];
    }[];
  }[];
  readonly products: Readonly<Record<string, Product>>;
};

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const texts = { type: 'array', items: text, uniqueItems: true };

const listOf = (required: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: 'array',
  items: closed(required, optional),
});

const closed = (required: Record<string, unknown>, optional: Record<string, unknown> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});

const offering = { id: uuid, name: text, owner: text, external_product_refs: texts, plans: texts };
const node = { id: uuid, name: text, products: texts };
const product = { id: uuid, attributes: { type: 'object' } };

const schema = closed({
  name: text,
  accounts: listOf({ id: uuid }),
  plans: listOf({ id: uuid, name: text }),
  offerings: listOf(offering, { description: text, external_ref: text }),
  hierarchies: listOf({ id: uuid, name: text, nodes: listOf(node, { about: text, curated: texts }) }),
  products: {
    type: 'object',
    additionalProperties: closed(product, { meta: { type: 'object' }, relationships: { type: 'object' } }),
  },
});

const ajv = new Ajv2020({ allErrors: true, ownProperties: true });
addFormats.default(ajv);
const isCatalogFile = ajv.compile<CatalogFile>(schema);

/** Checks the form of a catalog file; the first thing amiss is a {@link Fault}. */
export function checkCatalog(value: unknown, name: string): CatalogFile {
  if (isCatalogFile(value)) return value;
  const [first] = isCatalogFile.errors ?? [];
  const extra: unknown = first?.params.additionalProperty;
  const what = extra === undefined ? first?.message : `has no member named "${extra}"`;
  throw new Fault(`${name}: ${first?.instancePath || 'the catalog'} ${what}; mend it there.`);
}
