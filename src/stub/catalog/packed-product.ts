import type { JsonObject } from '../../json/json.ts';
import { hashIfText } from '../state/lookup.ts';
import { createNumberList } from '../state/number-list.ts';
import { createPacker, type PackedTexts } from '../state/packed-texts.ts';
import { isLive, type Product } from './catalog.ts';

/** What products are found by, or told apart. */
const keyNames = ['id', 'name', 'slug', 'sku'] as const;
type KeyName = (typeof keyNames)[number];

/** The key of a product: its id in lower case, or one of its attributes. */
export const keyOf = (product: Partial<Product>, name: KeyName): unknown =>
  name === 'id' ? product.id?.toLowerCase() : product.attributes?.[name];

/** Products as texts of JSON, and what is asked of each before any of them is shown. */
export type ProductPack = {
  /** The id comes first, and nothing stands in a text that is empty. */
  readonly texts: PackedTexts;
  /** Where the id ends in a text. */
  readonly idEnd: (index: number) => number;
  readonly isLive: (index: number) => boolean;
  readonly isBundle: (index: number) => boolean;
  /** The hash of a key; undefined where the product has none. */
  readonly hashOf: (index: number, name: KeyName) => number | undefined;
  /** Parses a product. The last one is remembered, since whoever asks for a part of it will ask for another. */
  readonly parse: (index: number) => Partial<Product>;
};

/** A product that is kept as a text, and parsed when more is asked of it: a catalog may have a million of them. */
export class PackedProduct implements Product {
  readonly pack: ProductPack;
  /** Its place in the pack. */
  readonly index: number;

  constructor(pack: ProductPack, index: number) {
    this.pack = pack;
    this.index = index;
  }

  get isLive(): boolean {
    return this.pack.isLive(this.index);
  }

  get id(): string {
    return this.pack.parse(this.index).id ?? '';
  }

  get attributes(): JsonObject {
    return this.pack.parse(this.index).attributes ?? {};
  }

  get meta(): JsonObject | undefined {
    return this.pack.parse(this.index).meta;
  }

  get relationships(): JsonObject | undefined {
    return this.pack.parse(this.index).relationships;
  }
}

const [liveMark, bundleMark] = [1, 2];

/** No hash is as high. */
const noHash = 2 ** 32 - 1;

/** Packs products one after the other; their ids are UUIDs. */
export function createProductPacker() {
  const packer = createPacker();
  const idEnds = createNumberList();
  const marks = createNumberList();
  const hashes = {
    id: createNumberList(),
    name: createNumberList(),
    slug: createNumberList(),
    sku: createNumberList(),
  };

  function add(product: Product): void {
    const { id, attributes } = product;
    packer.add(packedText(product));
    idEnds.add(`{"id":"${id}"`.length);
    marks.add((isLive(product) ? liveMark : 0) | (attributes.components === undefined ? 0 : bundleMark));
    for (const name of keyNames) hashes[name].add(hashIfText(keyOf(product, name)) ?? noHash);
  }

  function seal(): ProductPack {
    const texts = packer.seal();
    const [ends, marked] = [Uint8Array.from(idEnds.seal()), Uint8Array.from(marks.seal())];
    const sealed = {
      id: hashes.id.seal(),
      name: hashes.name.seal(),
      slug: hashes.slug.seal(),
      sku: hashes.sku.seal(),
    };
    let last: { readonly index: number; readonly product: Partial<Product> } | undefined;
    return {
      texts,
      idEnd: (index) => ends[index] ?? 0,
      isLive: (index) => ((marked[index] ?? 0) & liveMark) > 0,
      isBundle: (index) => ((marked[index] ?? 0) & bundleMark) > 0,
      hashOf: (index, name) => {
        const hash = sealed[name][index];
        return hash === noHash ? undefined : hash;
      },
      parse: (index) => {
        if (last?.index !== index) last = { index, product: JSON.parse(texts.read(index)) };
        return last.product;
      },
    };
  }

  return { add, seal };
}

/** The text of a product, as a listing shows it but for its type. */
const packedText = ({ id, attributes, meta, relationships }: Product): string =>
  JSON.stringify({ id, attributes: unlessEmpty(attributes), meta: unlessEmpty(meta), relationships });

function unlessEmpty(object: JsonObject | undefined): JsonObject | undefined {
  for (const _ in object) return object;
  return undefined;
}
