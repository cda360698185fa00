import { at } from '../../src/wire/json.ts';

const places = [
  { words: 'attributes', path: ['attributes', 'curated_product'] },
  { words: 'the product itself', path: ['curated_product'] },
  { words: 'meta', path: ['meta', 'curated_product'] },
];

/** Where on a product its mark of curation stands; empty where it carries none. */
export const marksOf = (product: unknown): string[] =>
  places.filter(({ path }) => at(product, ...path) === true).map(({ words }) => words);
