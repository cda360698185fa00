import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { stepsOf } from '../../json/pointer.ts';
import { lazy } from '../../lazy.ts';
import type { Offering, Product } from './catalog.ts';
import { type CatalogSource, catalogError } from './catalog-source.ts';

/** A node in a file, where products are referred to by their keys. */
export type NodeEntry = {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  readonly products: readonly string[];
  readonly curated?: readonly string[];
};

/** The content of a catalog file. Everything is optional, and may be in another file of the same catalog. */
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
export function checkForm(part: CatalogSource): CatalogFile {
  const isCatalogFile = validator();
  const { value } = part;
  if (isCatalogFile(value)) return value;
  const [first, ...others] = isCatalogFile.errors ?? [];
  const extra: unknown = first?.params.additionalProperty;
  const steps = stepsOf(first?.instancePath ?? '');
  if (typeof extra === 'string')
    throw catalogError(part, [...steps, extra], 'is an unknown field', others.length);
  throw catalogError(part, steps, first?.message ?? 'is invalid', others.length);
}
