import { type Call, header } from '../../src/http/exchange.ts';
import type { Fingerprint } from '../core/claim.ts';
import type { Answer, Page } from '../core/evidence.ts';
import type { Road } from './road.ts';

/** How often everything is looked at: three repeats, each between two looks that are to be the same (READINGS P6). */
const rounds = 5;
/** The rounds that are repeats. */
export const repeats: readonly number[] = [1, 2, 3];
/** The most looks of one run; they do not count toward its requests. */
export const mostLooks = 300;

/** Fresh looks at some pages: each round holds every page once more, and each look is taken twice in a row. */
export type Looks = {
  /** The page that a call brought in a round, or in its second look at it; undefined where it brought none. */
  readonly page: (call: Call, round: number, second?: boolean) => Page | undefined;
  /** The total that a node shows today, where it was looked at without a filter. */
  readonly total: () => number | undefined;
  /** What a call asked for, where it was answered without a listing in a round. */
  readonly unserved: (call: Call, round: number) => Page | undefined;
  /** Whether what a relation needs of these pages stood still throughout. */
  readonly stoodStill: (calls: readonly Call[], fingerprint: Fingerprint) => boolean;
};

/** Counts the looks that a run has left. */
export type LooksLeft = { looks: number };

/** Whether there is room for looking at so many pages, and how many looks are to be left behind. */
export const canLook = ({ looks }: LooksLeft, calls: number, reserve = 0): boolean =>
  calls * rounds * 2 <= looks - reserve;

/** Looks at pages, again and again. */
export async function lookAgain(road: Road, calls: readonly Call[], left: LooksLeft): Promise<Looks> {
  const seen = new Map<string, (Answer | undefined)[]>(calls.map(({ target }) => [target, []]));
  for (let round = 0; round < rounds; round += 1) {
    // One after the other: were calls looked at side by side, two replicas could take turns between them, each call
    // always at the same one.
    for (const call of calls) {
      for (const twin of [0, 1]) {
        left.looks -= 1;
        const { answer } = await road.sendAfresh(fresh(call, round * 2 + twin));
        const isCached = answer !== undefined && Number(header(answer.reply.headers, 'age') ?? 0) > 0;
        seen.get(call.target)?.push(isCached ? undefined : answer);
      }
    }
  }
  return {
    page: ({ target }, round, second) => seen.get(target)?.[round * 2 + (second ? 1 : 0)]?.page,
    total: () =>
      [...seen.values()].flatMap((answers) => {
        const page = answers.at(-1)?.page;
        return page?.query.filter === undefined ? (page?.total ?? []) : [];
      })[0],
    unserved: ({ target }, round) => seen.get(target)?.[round * 2]?.unserved,
    stoodStill: (some, fingerprint) =>
      some.every(({ target }) => {
        const prints = (seen.get(target) ?? []).map((answer) => {
          const page = answer?.page ?? answer?.unserved;
          return page && printOf(page, fingerprint);
        });
        return prints.every((one) => one !== undefined && one === prints[0]);
      }),
  };
}

/** What has to be the same for a relation to say something. */
function printOf({ items, total }: Page, fingerprint: Fingerprint): string {
  const ids = items.map(({ id }) => id ?? '');
  if (fingerprint === 'total') return `${total} ${items.length}`;
  return `${total} ${(fingerprint === 'members' ? ids.toSorted() : ids).join()}`;
}

/** The name of a parameter in one of the spellings that mean the same (RFC 3986, section 6.2.2), by turns. */
function respelled(parameter: string, turn: number): string {
  const [open, close] = [turn % 2 === 0 ? '%5b' : '%5B', Math.floor(turn / 2) % 2 === 0 ? '%5d' : '%5D'];
  return parameter
    .replace(/^page%5B(\w+)%5D/, `page${open}$1${close}`)
    .replace(/^filter/, turn % 2 === 0 ? '%66ilter' : 'f%69lter');
}

/** The same call as no cache knows it: told not to be answered from one, its parameters in another order. */
function fresh(call: Call, turn: number): Call {
  const [path = '', query] = call.target.split('?');
  const parameters = query?.split('&') ?? [];
  const by = parameters.length === 0 ? 0 : (turn + 1) % parameters.length;
  const turned = [...parameters.slice(by), ...parameters.slice(0, by)]
    .map((parameter) => respelled(parameter, turn))
    .join('&');
  return {
    ...call,
    // A cache that knows nothing of the query has no other spelling of it.
    target: query === undefined ? `${path}?` : `${path}?${turned}`,
    headers: [...call.headers, ['cache-control', 'no-cache']],
  };
}
