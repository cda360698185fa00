import { createHash } from 'node:crypto';
import type { Fields } from './members.ts';

/** A product as the shop keeps it: what every one has, and whatever else it shows. */
export type Product = {
  readonly id: string;
  readonly isLive: boolean;
  readonly name: string;
  readonly slug: string;
  /** What is among its attributes as well. */
  readonly attributes: Fields;
  /** What is beside its attributes. */
  readonly rest: Fields;
};

/** Products attached to a place in a hierarchy. */
export type Shelf = {
  readonly hierarchy: string;
  readonly node: string;
  /** In the order in which they were attached. */
  readonly products: readonly Product[];
  /** Ids in the order somebody put them in, drafts and all. */
  readonly curated: readonly string[];
  /** Whether its products carry links to other pages. */
  readonly isLinked: boolean;
};

/** An id that a word always leads to. */
export function identify(word: string): string {
  const digits = createHash('sha256').update(word).digest('hex');
  const parts = [8, 12, 15, 18].map((end, index) => digits.slice([0, 8, 12, 15][index], end));
  return `${parts[0]}-${parts[1]}-4${parts[2]}-8${parts[3]}-${digits.slice(20, 32)}`.toUpperCase();
}

/** What may be said of a product apart from its name. */
export type Details = {
  readonly isLive?: boolean;
  readonly slug?: string;
  readonly attributes?: Fields;
  readonly rest?: Fields;
};

/** A product; without more words a live one that shows its name and slug only. */
export function product(name: string, details: Details = {}): Product {
  const { isLive = true, slug = name.replace(/[^\w.-]+/g, '.'), attributes = {}, rest = {} } = details;
  return { id: identify(`product ${name}`), isLive, name, slug, attributes, rest };
}

/** A product as responses show it. */
export const shown = ({ id, name, slug, attributes, rest }: Product): Fields => ({
  type: 'product',
  id,
  attributes: { name, slug, ...attributes },
  ...rest,
});
