import type { Contract } from '../../contract/contract.ts';
import { compile } from '../../contract/validate.ts';
import { at, isObject, type JsonObject, type Path } from '../../json/json.ts';
import { stepsOf } from '../../json/pointer.ts';
import { type CatalogSource, catalogError } from './catalog-source.ts';
import { onceOnly } from './once-only.ts';

/** Checks a catalog against the contract, so that the stub cannot be made to violate it. */
export function checkAgainstContract(parts: readonly CatalogSource[], { operations }: Contract): void {
  const product = compile(inside(operations['node-products'].response, 'properties', 'data', 'items'));
  const attributes = [
    'properties',
    'data',
    'properties',
    'attributes',
    'properties',
    'offering',
    'properties',
  ];
  const offering = compile(inside(operations.subscription.response, ...attributes, 'attributes'));
  const meta = compile(inside(operations.subscription.response, ...attributes, 'meta'));
  const unique = { sku: onceOnly('sku'), slug: onceOnly('slug') };
  for (const part of parts) {
    const check = (validate: typeof product, value: unknown, place: Path): void => {
      // The stub fills in required members that an entry leaves out.
      const [first, ...others] = validate(value).filter(({ keyword }) => keyword !== 'required');
      if (!first) return;
      const what = `${first.message} according to the contract (${first.clause})`;
      throw catalogError(part, [...place, ...stepsOf(first.pointer)], what, others.length);
    };
    for (const [key, entry] of Object.entries(objectAt(part.value, 'products'))) {
      check(product, entry, ['products', key]);
      for (const name of ['sku', 'slug'] as const) {
        const value = at(entry, 'attributes', name);
        if (typeof value === 'string') unique[name](value, part, ['products', key], 'attributes', name);
      }
    }
    const offerings = at(part.value, 'offerings');
    for (const [index, entry] of (Array.isArray(offerings) ? offerings : []).entries()) {
      check(offering, entry, ['offerings', index]);
      check(meta, entry, ['offerings', index]);
    }
  }
}

const objectAt = (value: unknown, ...path: Path): JsonObject => {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
};

const inside = (schema: JsonObject, ...path: Path): JsonObject => objectAt(schema, ...path);
