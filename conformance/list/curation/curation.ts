import { onceFor } from '../../../src/once.ts';
import type { AnswerClaim, Claim, Judge } from '../../core/claim.ts';
import type { Item, Page } from '../../core/evidence.ts';
import { curatedLine } from '../../core/remedies.ts';
import { eachPageShows, eachPlainPage } from '../../core/claims.ts';
import { misorder } from '../reading.ts';

/** The places of curated products in their order, by id; none in a node that is not curated, undefined where it is not known. */
function placesOf(
  { node }: Page,
  judge: Pick<Judge, 'target' | 'untested'>,
): ReadonlyMap<string, number> | undefined {
  const isAny = judge.target.nodes.some(({ curated = [] }) => curated.length > 0);
  if (!isAny) judge.untested('no curated order is known', curatedLine(judge.target));
  return node?.curated && placesIn(node.curated);
}

const placesIn = onceFor(
  (curated: readonly string[]): ReadonlyMap<string, number> =>
    new Map(curated.map((id, place) => [id.toLowerCase(), place])),
);

/** Claims that the curated products of such pages come in the curated order, relative to each other. */
export const keepsOrder = (
  isMeant: (page: Page) => boolean,
  options?: Parameters<typeof eachPlainPage>[1],
): AnswerClaim => ({
  ...eachPlainPage(({ page }, judge) => {
    if (!isMeant(page)) return;
    const places = placesOf(page, judge);
    const { many, first } = places ? misorder(page.items, places) : { many: false };
    if (!many) return;
    judge.claim(first === undefined, () => ({
      expected: `${first?.[1]} before ${first?.[0]}, as curated`,
      saw: `${first?.[0]} first`,
      shown: [page.exchange],
    }));
  }, options),
  byDeclaration: true,
});

/** Claims about each product of the pages of curated nodes, told whether it is curated. */
export const eachOfCurated = (
  isMeant: (isCurated: boolean) => boolean,
  holds: (item: Item) => boolean,
  wordsFor: (product: string) => { readonly expected: string; readonly saw: string },
): Claim =>
  eachPageShows(({ page }, judge) => {
    const places = placesOf(page, judge);
    if (!places) return;
    for (const [index, item] of page.items.entries()) {
      if (item.id === undefined || !isMeant(places.has(item.id))) continue;
      judge.claim(holds(item), () => ({
        ...wordsFor(`data[${index}] (${item.id})`),
        shown: [page.exchange],
      }));
    }
  });
