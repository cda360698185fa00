import type { Contract } from '../../contract/contract.ts';
import { fitValue, sampleOf, textOfLength } from '../../contract/fitting.ts';
import { instances } from '../../contract/instances.ts';
import { operationThat } from '../../contract/operations/operations.ts';
import { at, isObject, type Json, type JsonObject, withoutAt } from '../../json/json.ts';
import type { Catalog, CatalogNode, Product } from './catalog.ts';

/**
 * The shop that ships with assay as an amended contract has it: fields that are gone are left out, values are within their
 * bounds, and what the contract adds is there, on some products at its bounds.
 */
export function followContract(catalog: Catalog, contract?: Contract): Catalog {
  if (!contract?.texts) return catalog;
  const fitted = new Map<Product, Product>();
  const fitOne = createProductFitter(contract);
  for (const product of catalog.products.values()) fitted.set(product, fitOne(product, fitted.size));
  const fitAll = (products: readonly Product[]): Product[] =>
    products.map((one) => fitted.get(one) ?? fitOne(one, 0));
  return {
    ...catalog,
    products: new Map([...catalog.products].map(([id, product]) => [id, fitted.get(product) ?? product])),
    hierarchies: catalog.hierarchies.map((hierarchy) => ({
      ...hierarchy,
      nodes: hierarchy.nodes.map(
        (node): CatalogNode => ({ ...node, products: fitAll(node.products), curated: fitAll(node.curated) }),
      ),
    })),
  };
}

/** Parts of a product that a catalog has. */
const parts = ['attributes', 'meta', 'relationships'] as const;

function createProductFitter({ operations, gone, amended, constraints, texts }: Contract) {
  const listing = operationThat('list', 'product');
  const schema = at(operations[listing].response, 'properties', 'data', 'items', 'properties');
  const removed = gone.flatMap(({ operation, side, path: [data, each, ...path] }) =>
    operation === listing && side === 'response' && data === 'data' && each === '[]' && path.length > 0
      ? [path]
      : [],
  );
  const added = new Set(
    constraints
      .filter(
        ({ id, operation, side }) => amended.includes(id) && operation === listing && side === 'response',
      )
      .flatMap(({ paths }) => paths)
      .flatMap(([, , part, name, ...below]) =>
        part === 'attributes' && name && below.length === 0 ? [name] : [],
      ),
  );
  return (product: Product, place: number): Product => {
    const left = removed
      .flatMap((path) => instances(product as unknown as JsonObject, path))
      .reduce<Json>((kept, { path }) => withoutAt(kept, path), product as unknown as JsonObject);
    const whole: Record<string, unknown> = { id: product.id };
    for (const part of parts) {
      const inner = at(schema, part) as Json | undefined;
      const given = at(left, part) as Json | undefined;
      if (given !== undefined || (part === 'attributes' && isObject(inner)))
        whole[part] = fitValue(inner, given ?? {}, texts);
    }
    const attributes = { ...(whole.attributes as JsonObject) };
    for (const name of added) {
      const own = at(schema, 'attributes', 'properties', name);
      // Every third product is without it, where it may be.
      if (attributes[name] === undefined && isObject(own) && own.type !== undefined && place % 3 < 2)
        attributes[name] = atBound(own, place, texts);
    }
    return { ...(whole as Product), attributes };
  };
}

/** A value at the upper bound of a schema, or at its lower one, by turns. */
function atBound(schema: JsonObject, place: number, texts: Contract['texts']): Json {
  const usual = sampleOf(schema, texts);
  const [length, size] =
    place % 3 === 0 ? [schema.maxLength, schema.maximum] : [schema.minLength, schema.minimum];
  if (typeof usual === 'number' && typeof size === 'number') return size;
  if (
    typeof usual === 'string' &&
    typeof length === 'number' &&
    schema.enum === undefined &&
    schema.format === undefined
  )
    return textOfLength(schema, usual, length, texts) ?? usual;
  return usual;
}
