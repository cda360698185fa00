import { fileURLToPath } from 'node:url';
import { type Constraint, type Contract, type FieldPath, focusOf } from '../../src/contract/contract.ts';
import { readPrebuilt } from '../../src/contract/load.ts';
import { fitValue, sampleOf, textOfLength } from '../../src/contract/schema-values.ts';
import { at, isObject, type Json, type JsonObject, withoutFields } from '../../src/json/json.ts';
import { lazy } from '../../src/once.ts';
import { packageRoot } from '../../src/package-root.ts';
import {
  assembleCatalog,
  buildCatalog,
  type Catalog,
  type CatalogFile,
  type CatalogSource,
  joinFiles,
  type Product,
  productSchema,
  readProductLines,
  withProducts,
} from './catalog.ts';

/** The sample catalog: `fixtures/` beside this folder, where every file of it can be copied. */
export const shop = fileURLToPath(new URL('fixtures/shop.yaml', packageRoot));

/** Written by the build, so that the catalog is not parsed at every start. */
export const prebuiltShop = 'fixtures/shop.ready.json';

const isLineFile = (path: string): boolean => /\.ndjson$/i.test(path);

const shippedCatalog = lazy(async () => {
  const prebuilt = await readPrebuilt<CatalogFile>(prebuiltShop);
  if (!prebuilt) return readAfresh(shop);
  const part = { value: prebuilt as unknown as Json, where: () => 'shop.yaml' };
  return joinFiles([{ part, file: prebuilt }]);
});

/**
 * Reads a catalog from a file or a folder, or from the content of a file, by default the shop. A given catalog has to satisfy the contract; the shop
 * is fitted to it.
 */
export async function loadCatalog(fixtures: string | object = shop, contract?: Contract): Promise<Catalog> {
  if (typeof fixtures !== 'string') return buildCatalog(fixtures, 'fixtures', contract);
  if (fixtures !== shop) return readAfresh(fixtures, contract);
  const catalog = await shippedCatalog();
  return contract?.texts ? withProducts(catalog, createProductFitter(contract)) : catalog;
}

async function readAfresh(path: string, contract?: Contract): Promise<Catalog> {
  const [{ readYaml }, { filesOfFixtures }] = await Promise.all([
    import('../../src/yaml/yaml-file.ts'),
    import('../../src/contract/fixtures.ts'),
  ]);
  const files = await filesOfFixtures(path);
  const parts: CatalogSource[] = [];
  const [lineFiles, others] = [files.filter(isLineFile), files.filter((file) => !isLineFile(file))];
  for (const file of others) {
    const { value, where } = await readYaml(file);
    parts.push({ value, where });
  }
  const lines = await readProductLines(lineFiles, contract);
  return assembleCatalog(parts, contract, lines);
}

const parts = ['attributes', 'meta', 'relationships'] as const;

/** Fits products to an amended contract, with some of the added values at their bounds. */
function createProductFitter(contract: Contract) {
  const { gone, amended, constraints, texts } = contract;
  const { id: listing, record } = focusOf(contract);
  const schema = at(productSchema(contract), 'properties');
  const each = [...record, '[]'];
  const inRecord = (path: FieldPath): FieldPath =>
    each.every((step, index) => step === path[index]) ? path.slice(each.length) : [];
  const isListed = ({ operation, side }: Pick<Constraint, 'operation' | 'side'>): boolean =>
    operation === listing && side === 'response';
  const removed = gone.filter(isListed).map(({ path }) => inRecord(path));
  const added = new Set(
    constraints
      .filter((one) => amended.includes(one.id) && isListed(one))
      .flatMap(({ paths }) => paths)
      .map(inRecord)
      .flatMap(([part, name, ...below]) =>
        part === 'attributes' && name && below.length === 0 ? [name] : [],
      ),
  );
  return (product: Product, place: number): Product => {
    const left = withoutFields(product, removed);
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
      if (attributes[name] === undefined && isObject(own) && own.type !== undefined && place % 3 < 2)
        attributes[name] = valueAtBound(own, place, texts);
    }
    return { ...(whole as Product), attributes };
  };
}

function valueAtBound(schema: JsonObject, place: number, texts: Contract['texts']): Json {
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
