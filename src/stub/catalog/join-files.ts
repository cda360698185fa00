import type { Path } from '../../json/json.ts';
import type { Catalog, CatalogNode, Hierarchy, Offering, Product, ProductsById } from './catalog.ts';
import type { CatalogFile, NodeEntry } from './catalog-file.ts';
import { type CatalogSource, catalogError, collectMistakes, type Mistakes } from './catalog-source.ts';
import { onceOnly } from './once-only.ts';
import { noLines, type ProductLines } from './product-lines.ts';

/** A file of a catalog whose form was checked. */
type CheckedPart = { readonly part: CatalogSource; readonly file: CatalogFile };

/** Joins the files of a catalog, which may refer to each other and to files with a product a line. */
export function joinFiles(
  files: readonly CheckedPart[],
  lines: ProductLines = noLines,
  mistakes?: Mistakes,
): Catalog {
  const { note, end } = mistakes ?? collectMistakes();
  const byKey = new Map<string, Product>();
  const products = new Map<string, Product>();
  const claimKey = onceOnly('key', (key) => lines.placeOf('key', key));
  const claimId = onceOnly('id', (id) => lines.placeOf('id', id));
  const lists = { accounts: onceOnly('id'), plans: onceOnly('id'), offerings: onceOnly('id') };
  for (const { part, file } of files) {
    for (const [key, product] of Object.entries(file.products ?? {})) {
      note(() => claimKey(key, part, ['products', key]));
      note(() => claimId(product.id.toLowerCase(), part, ['products', key], 'id'));
      byKey.set(key, product);
      products.set(product.id.toLowerCase(), product);
    }
    for (const list of ['accounts', 'plans', 'offerings'] as const)
      for (const [index, { id }] of (file[list] ?? []).entries())
        note(() => lists[list](id.toLowerCase(), part, [list, index], 'id'));
  }
  const all = <T>(list: (file: CatalogFile) => readonly T[] | undefined): T[] =>
    files.flatMap(({ file }) => list(file) ?? []);
  const hierarchies = buildHierarchies(
    files,
    { withKey: (key) => byKey.get(key) ?? lines.withKey(key), in: lines.in },
    note,
  );
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
    products: lines.all.length > 0 ? joined(products, lines) : products,
  };
}

/** The products of both; those in lines are too many for a map. */
const joined = (products: ReadonlyMap<string, Product>, { all, withId }: ProductLines): ProductsById => ({
  get: (id) => products.get(id) ?? withId(id),
  values: () => [...products.values(), ...all],
  [Symbol.iterator]: () =>
    [...products, ...all.map((one): [string, Product] => [one.id.toLowerCase(), one])].values(),
});

/** The products of a catalog, by what nodes call them. */
type Known = {
  readonly withKey: (key: string) => Product | undefined;
  readonly in: ProductLines['in'];
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
  { id, name, about, ...entry }: NodeEntry,
  known: Known,
  part: CatalogSource,
  path: Path,
  note: Mistakes['note'],
): CatalogNode {
  const find = (list: 'products' | 'curated', keys: readonly string[]): Product[] =>
    keys.flatMap((key, index) => {
      const product = known.withKey(key);
      if (product) return product;
      const what = `refers to the product "${key}", which is missing under products`;
      return fault([...path, list, index], what) ?? [];
    });
  const products =
    typeof entry.products === 'string' ? productsIn(entry.products) : find('products', entry.products);
  const curated = find('curated', entry.curated ?? []);
  const attached = new Set(curated.length > 0 ? products : []);
  for (const [place, key] of (entry.curated ?? []).entries()) {
    const product = known.withKey(key);
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
    const found = known.in(file);
    if (found) return found;
    const what = `names the file "${file}", which is not in the folder of this catalog`;
    return fault([...path, 'products'], what, 'add it there') ?? [];
  }
}

const idsOf = (entries: readonly { id: string }[]): ReadonlySet<string> =>
  new Set(entries.map(({ id }) => id.toLowerCase()));
