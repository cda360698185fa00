// What the last page has instead of a token, and whether earlier pages are full, where pages have tokens.

import { jsonIn } from '../../core/created.ts';
import type { Page } from '../../core/evidence.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  observation,
  observations,
  other,
} from '../../core/observation.ts';
import { valueAt } from '../../core/read-place.ts';
import { fullestCollection, readAllPages, readFirst } from '../read-pages.ts';

const pagesSeen = (seen: ChoiceEvidence): readonly Page[] => seen.listings.flatMap(({ pages }) => pages);

/** What a page says of the next one, as it is written. */
const tokenOn = ({ query: { list }, exchange }: Page): unknown =>
  list.outputToken &&
  valueAt(list.outputToken, { json: jsonIn(exchange), headers: exchange.response.headers });

/** Reads all pages, which experiments do, too, and a few small ones. */
async function readPages(context: ChoiceContext): Promise<void> {
  const { collection } = await fullestCollection(context, 1);
  await readFirst(context, collection);
  await readAllPages(context, collection, 2, {}, 3);
}

export default observations('list', [
  observation('last-token', {
    gather: readPages,
    read: (seen) => {
      const last = pagesSeen(seen).find(({ next, size }) => next === undefined && size > 0);
      const token = tokenOn(seen.orUntested(last, 'no last page was read'));
      if (token === undefined) return 'absent';
      if (token === null) return 'null';
      return token === '' ? 'empty' : other('something else');
    },
  }),
  observation('short-pages', {
    gather: readPages,
    read: (seen) => {
      const others = pagesSeen(seen).filter(
        ({ next, query: { limit, bounds } }) =>
          next !== undefined && limit !== undefined && limit <= bounds.largest,
      );
      seen.orUntested(others.length > 0, 'no page but the last was read with a size');
      return others.some(({ size, query: { limit = 0 } }) => size < limit) ? 'some' : 'none';
    },
  }),
]);
