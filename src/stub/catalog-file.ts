import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { stepsOf } from '../contract/pointer.ts';
import type { Offering, Product } from './catalog.ts';
import { amiss, type CatalogPart } from './catalog-part.ts';
import { lazy } from './lazy.ts';

/** A node as a file has it: products are named by their keys. */
export type NodeEntry = {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  readonly products: readonly string[];
  readonly curated?: readonly string[];
};

/** What stands in a catalog file. Everything may be left out, or stand in another file of the same catalog. */
export type CatalogFile = {
  readonly name?: string;
  readonly accounts?: readonly { readonly id: string }[];
  readonly plans?: readonly { readonly id: string; readonly name: string }[];
  readonly offerings?: readonly Offering[];
  readonly hierarchies?: readonly {
    readonly id: string;
    readonly name: string;
    readonly nodes: readonly NodeEntry[];
  }[];
  readonly products?: Readonly<Record<string, Product>>;
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

const schema = closed(
  {},
  {
    name: text,
    accounts: listOf({ id: uuid }),
    plans: listOf({ id: uuid, name: text }),
    offerings: listOf(offering, { description: text, external_ref: text }),
    hierarchies: listOf({ id: uuid, name: text, nodes: listOf(node, { about: text, curated: texts }) }),
    products: {
      type: 'object',
      additionalProperties: closed(product, { meta: { type: 'object' }, relationships: { type: 'object' } }),
    },
  },
);

const validator = lazy(() => {
  const ajv = new Ajv2020({ allErrors: true, ownProperties: true, validateSchema: false, meta: false });
  addFormats.default(ajv);
  return ajv.compile<CatalogFile>(schema);
});

/** Checks the form of one file of a catalog. */
export function checkForm(part: CatalogPart): CatalogFile {
  const isCatalogFile = validator();
  const { value } = part;
  if (isCatalogFile(value)) return value;
  const [first, ...others] = isCatalogFile.errors ?? [];
  const extra: unknown = first?.params.additionalProperty;
  const steps = stepsOf(first?.instancePath ?? '');
  if (typeof extra === 'string') throw amiss(part, [...steps, extra], 'is not known here', others.length);
  throw amiss(part, steps, first?.message ?? 'is not as it should be', others.length);
}
