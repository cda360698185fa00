import fc from 'fast-check';
import { forAll, seedOf } from '../engine/fuzz.ts';
import type { Probe } from '../engine/probe.ts';
import { farthest, idsOf, list, type Page, wholePage } from './listing.ts';
import type { Whole } from './whole.ts';

/** The page size of the second walk: nobody's default. */
export const smallPage = 13;

/** Claims that the pages of a node, fetched back to front and all at once, make up the whole listing. */
export async function mustJoin(probe: Probe, whole: Whole, size = smallPage): Promise<void> {
  const expected = probe.occasion(idsOf(whole.products), 'not every product shows its id');
  probe.occasion(expected.length > size, `no such node has more than ${size} products`);
  const all = offsetsOf(expected.length, size);
  const offsets = sampled(probe, all);
  if (offsets.length < all.length)
    probe.sample(`${offsets.length} of ${all.length} pages of ${size} in node ${whole.node.node}`);
  const pages = await Promise.all(
    offsets.toReversed().map((offset) => list(probe, whole.node, { limit: size, offset })),
  );
  for (const [index, page] of pages.toReversed().entries()) {
    const offset = offsets[index] ?? 0;
    const saw = probe.occasion(idsOf(page.products), 'not every product shows its id');
    const difference = differ(expected.slice(offset, offset + size), saw);
    probe.must(
      difference === undefined,
      `the page of ${size} at offset ${offset} to hold the products ${offset + 1} to ${offset + saw.length} of the whole`,
      difference ?? '',
      page.answer,
      ...shown(whole),
    );
  }
}

/** The small pages of a node that are looked at to see whether they make up the whole; none where one holds it all. */
export function smallPages(probe: Probe, { node, products }: Whole, size = smallPage): Promise<Page[]> {
  const offsets = sampled(probe, offsetsOf(products.length, size));
  return Promise.all(
    (products.length > size ? offsets : []).map((offset) => list(probe, node, { limit: size, offset })),
  );
}

/** Where pages of a size begin, up to the farthest offset the document promises. */
const offsetsOf = (count: number, size: number): number[] =>
  Array.from({ length: Math.ceil(Math.min(count, farthest + 1) / size) }, (_, index) => index * size);

/** Of a node with very many pages, the first, the last and some between are looked at, drawn by the seed. */
const mostPages = 24;

function sampled(probe: Probe, offsets: readonly number[]): number[] {
  if (offsets.length <= mostPages) return [...offsets];
  const between = fc.shuffledSubarray(offsets.slice(1, -1), {
    minLength: mostPages - 2,
    maxLength: mostPages - 2,
  });
  const [drawn = []] = fc.sample(between, { seed: seedOf(probe.seed, 'pages'), numRuns: 1 });
  return [0, ...drawn.toSorted((one, other) => one - other), ...offsets.slice(-1)];
}

/** Claims, for offsets and limits drawn at random, that a page is that part of the whole listing. */
export async function mustBeWindows(probe: Probe, name: string, wholes: readonly Whole[]): Promise<void> {
  const able = wholes.filter(({ products }) => products.length > 1 && idsOf(products) !== undefined);
  probe.occasion(able.length > 0, 'no such node shows two products with their ids');
  const draw = fc.record({
    node: fc.nat(able.length - 1),
    offset: fc.nat(1_000_000),
    limit: fc.integer({ min: 1, max: wholePage }),
  });
  await forAll(probe, name, draw, async ({ node, offset: drawn, limit }) => {
    const whole = able[node];
    const expected = whole && idsOf(whole.products);
    if (!expected) return;
    const offset = drawn % Math.min(expected.length, farthest);
    const page = await list(probe, whole.node, { limit, offset });
    const difference = differ(expected.slice(offset, offset + limit), idsOf(page.products) ?? []);
    const wanted = `offset ${offset} and limit ${limit} to give that part of the whole listing`;
    probe.must(difference === undefined, wanted, difference ?? '', page.answer, ...shown(whole));
  });
}

const shown = (whole: Whole) => whole.pages.map(({ answer }) => answer);

/** How two lists of ids differ, in words; undefined where they do not. */
export function differ(expected: readonly string[], saw: readonly string[]): string | undefined {
  const [wanted, seen] = [new Set(expected), new Set(saw)];
  const lost = expected.find((id) => !seen.has(id));
  const stray = saw.find((id) => !wanted.has(id));
  if (lost !== undefined) return stray === undefined ? `${lost} missing` : `${stray} in the place of ${lost}`;
  if (stray !== undefined) return `${stray} besides`;
  if (saw.length !== expected.length) return 'a product twice';
  const place = expected.findIndex((id, index) => saw[index] !== id);
  return place < 0 ? undefined : `another order from place ${place + 1} on`;
}
