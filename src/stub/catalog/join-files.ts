import { basename } from 'node:path';
import type { Path } from '../../json/json.ts';
import type { Catalog, CatalogNode, Hierarchy, Offering, Product } from './catalog.ts';
import type { CatalogFile, CatalogFileNode } from './catalog-file.ts';
import {
  type CatalogSource,
  catalogError,
  collectMistakes,
  type LineFile,
  type Mistakes,
} from './catalog-source.ts';
import { onceOnly } from './once-only.ts';

/** A file of a catalog whose form was checked. */
type CheckedPart = { readonly part: CatalogSource; readonly file: CatalogFile };

/** Joins the files of a catalog, which may refer to each other and to files with a product a line. */
export function joinFiles(
  files: readonly CheckedPart[],
  lineFiles: readonly LineFile[] = [],
  mistakes?: Mistakes,
): Catalog {
  const { note, end } = mistakes ?? collectMistakes();
  const byKey = new Map<string, Product>();
  const products = new Map<string, Product>();
  const [claimKey, claimId] = [onceOnly('key'), onceOnly('id')];
  const take = (key: string | undefined, product: Product, part: CatalogSource, place: Path): void => {
    const id = product.id.toLowerCase();
    if (key !== undefined) note(() => claimKey(key, part, place, ...(place.length === 0 ? ['key'] : [])));
    if (key !== undefined) byKey.set(key, product);
    note(() => claimId(id, part, place, 'id'));
    products.set(id, product);
  };
  const lists = { accounts: onceOnly('id'), plans: onceOnly('id'), offerings: onceOnly('id') };
  const inFile = new Map<string, readonly Product[]>();
  for (const { name, lines } of lineFiles) {
    for (const line of lines) take(line.product.key, line.product, line, []);
    inFile.set(
      basename(name),
      lines.map(({ product }) => product),
    );
  }
  for (const { part, file } of files) {
    for (const [key, product] of Object.entries(file.products ?? {}))
      take(key, product, part, ['products', key]);
    for (const list of ['accounts', 'plans', 'offerings'] as const)
      for (const [index, { id }] of (file[list] ?? []).entries())
        note(() => lists[list](id.toLowerCase(), part, [list, index], 'id'));
  }
  const all = <T>(list: (file: CatalogFile) => readonly T[] | undefined): T[] =>
    files.flatMap(({ file }) => list(file) ?? []);
  const hierarchies = buildHierarchies(files, { byKey, inFile }, note);
  if (!mistakes) end();
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
    hierarchies,
    products,
  };
}

/** The products of a catalog, by what nodes call them. */
type Known = {
  readonly byKey: ReadonlyMap<string, Product>;
  readonly inFile: ReadonlyMap<string, readonly Product[]>;
};

function buildHierarchies(
  files: readonly CheckedPart[],
  products: Known,
  note: Mistakes['note'],
): Hierarchy[] {
  const claimHierarchy = onceOnly('id');
  return files.flatMap(({ part, file }) =>
    (file.hierarchies ?? []).map((hierarchy, index) => {
      const path = ['hierarchies', index];
      note(() => claimHierarchy(hierarchy.id.toLowerCase(), part, path, 'id'));
      const claimNode = onceOnly('id');
      const nodes = hierarchy.nodes.map((node, place) => {
        note(() => claimNode(node.id.toLowerCase(), part, [...path, 'nodes', place], 'id'));
        return buildNode(node, products, part, [...path, 'nodes', place], note);
      });
      return { id: hierarchy.id, name: hierarchy.name, nodes };
    }),
  );
}

function buildNode(
  { id, name, about, ...entry }: CatalogFileNode,
  known: Known,
  part: CatalogSource,
  path: Path,
  note: Mistakes['note'],
): CatalogNode {
  const find = (list: 'products' | 'curated', keys: readonly string[]): Product[] =>
    keys.flatMap((key, index) => {
      const product = known.byKey.get(key);
      if (product) return product;
      const what = `refers to the product "${key}", which is missing under products`;
      return fault([...path, list, index], what) ?? [];
    });
  const products =
    typeof entry.products === 'string' ? productsIn(entry.products) : find('products', entry.products);
  const curated = find('curated', entry.curated ?? []);
  const attached = new Set(curated.length > 0 ? products : []);
  for (const [place, key] of (entry.curated ?? []).entries()) {
    const product = known.byKey.get(key);
    if (product && !attached.has(product))
      fault([...path, 'curated', place], 'is curated but not among the products of its node');
  }
  return { id, name, ...(about === undefined ? {} : { about }), products, curated };

  function fault(place: Path, what: string, advice?: string): undefined {
    return note(() => {
      throw catalogError(part, place, what, advice);
    });
  }

  function productsIn(file: string): readonly Product[] {
    const found = known.inFile.get(file);
    if (found) return found;
    const what = `names the file "${file}", which is not in the folder of this catalog`;
    return fault([...path, 'products'], what, 'add it there') ?? [];
  }
}

const idsOf = (entries: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(entries.map(({ id }) => id.toLowerCase()));
