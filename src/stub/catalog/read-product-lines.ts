import { basename } from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import { UserError } from '../../errors.ts';
import { depthLimit, measure } from '../../json/body.ts';
import type { Json } from '../../json/json.ts';
import { numberWords } from '../../number-words.ts';
import { tooDeep } from '../../yaml/check-nodes.ts';
import { readLines } from '../../yaml/lines.ts';
import { createLookup, type Lookup } from '../state/lookup.ts';
import { checkLine } from './catalog-file.ts';
import type { CatalogSource } from './catalog-source.ts';
import { createProductCheck } from './check-against-contract.ts';
import { createProductPacker, keyOf, PackedProduct, type ProductPack } from './packed-product.ts';
import type { ProductLines, Unique } from './product-lines.ts';

/** What no two products of a catalog share, and where it stands in a product. */
const unique: Readonly<Record<Unique, readonly string[]>> = {
  id: ['id'],
  sku: ['attributes', 'sku'],
  slug: ['attributes', 'slug'],
};

const kinds = Object.keys(unique) as Unique[];

type ReadFile = { readonly name: string; readonly first: number };

/** How many lines are read between two reports of how far it is. */
const reportEvery = 50_000;

/**
 * Reads files with a product a line, of any length: of each product only its text and a few numbers are kept. With a
 * contract, products have to satisfy it. Throws a {@link UserError} with file and line.
 */
export async function readProductLines(
  names: readonly string[],
  contract: Contract | undefined,
  onStep: (step: string) => void,
): Promise<ProductLines> {
  const check = contract && createProductCheck(contract);
  const packer = createProductPacker();
  let count = 0;
  const keys = new Map<string, number>();
  const files: ReadFile[] = [];
  const placeAt = (index: number): string => {
    const file = files.findLast(({ first }) => first <= index);
    return `${file?.name}:${index - (file?.first ?? 0) + 1}`;
  };

  function take(source: CatalogSource): void {
    const product = checkLine(source);
    check?.(source, product, []);
    const { key } = product;
    const index = count;
    if (key !== undefined) {
      const other = keys.get(key);
      if (other !== undefined) throw repeated(source.where([]), ['key'], placeAt(other));
      keys.set(key, index);
    }
    packer.add(product);
    count += 1;
  }

  for (const name of names) {
    files.push({ name, first: count });
    await readLines(name, (line, number) => {
      if (number % reportEvery === 0) onStep(`reading ${name}: ${numberWords(number)} products`);
      const where = (): string => `${name}:${number}`;
      take({ value: parseLine(line, where), where, whole: 'the product' });
    });
  }

  const pack = packer.seal();
  const lookupBy = (kind: Unique): Lookup => lookupIn(pack, count, kind);
  const lookups = { id: lookupBy('id'), sku: lookupBy('sku'), slug: lookupBy('slug') };
  for (const kind of kinds) {
    const pair = kind === 'id' || contract ? lookups[kind].firstRepeated() : undefined;
    if (pair) throw repeated(placeAt(pair[1]), unique[kind], placeAt(pair[0]));
  }
  const all = Array.from({ length: count }, (_, index) => new PackedProduct(pack, index));
  return {
    all,
    in: (file) => {
      const place = files.findIndex(({ name }) => basename(name) === file);
      return place < 0 ? undefined : all.slice(files[place]?.first, files[place + 1]?.first);
    },
    withId: finder(all, lookups.id),
    withKey: (key) => all[keys.get(key) ?? -1],
    placeOf: (kind, value) => {
      const index = kind === 'key' ? keys.get(value) : lookups[kind].find(value)[0];
      return index === undefined ? undefined : placeAt(index);
    },
  };
}

const lookupIn = (pack: ProductPack, count: number, kind: Unique): Lookup =>
  createLookup(
    count,
    (index) => keyOf(pack.parse(index), kind),
    (index) => pack.hashOf(index, kind),
  );

/** Holds on to nothing but what it needs: it lives as long as the catalog. */
const finder =
  (all: readonly PackedProduct[], ids: Lookup): ProductLines['withId'] =>
  (id) =>
    all[ids.find(id)[0] ?? -1];

const repeated = (place: string, path: readonly string[], earlier: string): UserError =>
  new UserError(
    `${place}: /${path.join('/')} is the ${path.at(-1)} of ${earlier} as well; give one of them another ${path.at(-1)}.`,
  );

function parseLine(line: Buffer, where: () => string): Json {
  // A shorter line cannot nest that deep.
  if (line.byteLength > 2 * depthLimit && measure(line).depth > depthLimit)
    throw new UserError(`${where()}: ${tooDeep}.`);
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new UserError(`${where()}: is not JSON; write one product there, in one line.`);
  }
}
