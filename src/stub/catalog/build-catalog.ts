import type { Contract } from '../../contract/contract.ts';
import type { Json, Path } from '../../json/json.ts';
import type { Catalog, CatalogNode, Hierarchy, Offering, Product } from './catalog.ts';
import { type CatalogFile, checkForm, type NodeEntry } from './catalog-file.ts';
import { type CatalogSource, catalogError } from './catalog-source.ts';
import { checkAgainstContract } from './check-against-contract.ts';

type CheckedPart = { readonly part: CatalogSource; readonly file: CatalogFile };

/** Builds a catalog from the plain data of one file; `name` is used in error messages. */
export const buildCatalog = (value: unknown, name: string, contract?: Contract): Catalog =>
  assembleCatalog([{ value: value as Json, where: () => name }], contract);

/**
 * Assembles a catalog from its files, which may refer to each other.
 * With a contract, the catalog has to satisfy it.
 */
export function assembleCatalog(parts: readonly CatalogSource[], contract?: Contract): Catalog {
  const catalog = joinFiles(parts.map((part) => ({ part, file: checkForm(part) })));
  if (contract) checkAgainstContract(parts, contract);
  return catalog;
}

/** Builds a catalog from a file that was already checked. */
export const buildChecked = (file: CatalogFile, name: string): Catalog =>
  joinFiles([{ part: { value: file as unknown as Json, where: () => name }, file }]);

function joinFiles(files: readonly CheckedPart[]): Catalog {
  const byKey = new Map<string, Product>();
  const products = new Map<string, Product>();
  for (const { part, file } of files) {
    for (const [key, product] of Object.entries(file.products ?? {})) {
      const id = product.id.toLowerCase();
      if (byKey.has(key)) throw catalogError(part, ['products', key], 'is the key of another product');
      if (products.has(id)) throw catalogError(part, ['products', key, 'id'], 'is the id of another product');
      byKey.set(key, product);
      products.set(id, product);
    }
  }
  const all = <T>(list: (file: CatalogFile) => readonly T[] | undefined): T[] =>
    files.flatMap(({ file }) => list(file) ?? []);
  return {
    name: all((file) => (file.name === undefined ? [] : [file.name]))[0] ?? 'Catalog',
    accounts: idsOf(all(({ accounts }) => accounts)),
    plans: idsOf(all(({ plans }) => plans)),
    offerings: new Map(
      all(({ offerings }) => offerings).map((offering): [string, Offering] => [
        offering.id.toLowerCase(),
        offering,
      ]),
    ),
    hierarchies: buildHierarchies(files, byKey),
    products,
  };
}

function buildHierarchies(
  files: readonly CheckedPart[],
  products: ReadonlyMap<string, Product>,
): Hierarchy[] {
  const known = new Set<string>();
  return files.flatMap(({ part, file }) =>
    (file.hierarchies ?? []).map((hierarchy, index) => {
      const path = ['hierarchies', index];
      claim(hierarchy.id, known, part, path);
      const siblings = new Set<string>();
      const nodes = hierarchy.nodes.map((node, place) => {
        claim(node.id, siblings, part, [...path, 'nodes', place]);
        return buildNode(node, products, part, [...path, 'nodes', place]);
      });
      return { id: hierarchy.id, name: hierarchy.name, nodes };
    }),
  );
}

/** Makes sure that an id is unique. */
function claim(id: string, taken: Set<string>, part: CatalogSource, path: Path): void {
  if (taken.has(id.toLowerCase())) throw catalogError(part, [...path, 'id'], 'is the id of another one');
  taken.add(id.toLowerCase());
}

function buildNode(
  { id, name, about, ...entry }: NodeEntry,
  all: ReadonlyMap<string, Product>,
  part: CatalogSource,
  path: Path,
): CatalogNode {
  const find = (list: 'products' | 'curated'): Product[] =>
    (entry[list] ?? []).map((key, index) => {
      const product = all.get(key);
      if (!product) {
        throw catalogError(
          part,
          [...path, list, index],
          `refers to the product "${key}", which is missing under products`,
        );
      }
      return product;
    });
  const products = find('products');
  const attached = new Set(products);
  const curated = find('curated');
  const unattached = curated.findIndex((product) => !attached.has(product));
  if (unattached >= 0) {
    throw catalogError(
      part,
      [...path, 'curated', unattached],
      'is curated but not among the products of its node',
    );
  }
  return { id, name, ...(about === undefined ? {} : { about }), products, curated };
}

const idsOf = (entries: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(entries.map(({ id }) => id.toLowerCase()));
