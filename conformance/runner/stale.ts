import type { Listing, Page } from '../core/evidence.ts';

/** By how many turns responses may overtake each other. */
const overtaking = 16;

/**
 * Pages of a node that were read before it changed, as far as its total tells: every page up to the first that shows
 * the total of today. Empty where totals of old and of today are mixed: then some pages are wrong, and none is stale.
 */
export function staleIn({ pages, unserved }: Listing, total: number): Page[] {
  const plain = pages.filter(({ query, total: shown }) => query.filter === undefined && shown !== undefined);
  const old = Math.max(...plain.filter((page) => page.total !== total).map(({ turn }) => turn));
  const now = plain.filter((page) => page.total === total).map(({ turn }) => turn);
  if (old === -Infinity || now.some((turn) => turn < old - overtaking)) return [];
  const first = Math.min(...now.filter((turn) => turn > old));
  return [...pages, ...unserved].filter(({ turn }) => turn < first);
}
