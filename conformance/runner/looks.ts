import { type Call, type Exchange, header } from '../../src/http/exchange.ts';
import type { Fingerprint } from '../core/claim.ts';
import type { Answer, Page } from '../core/evidence.ts';
import { whyNotRechecked } from '../core/verdict.ts';
import type { Road } from './road.ts';

/** How often everything is looked at: three repeats, each between two looks that are to be the same (READINGS P6). */
const rounds = 5;
/** The rounds that are repeats. */
export const repeats: readonly number[] = [1, 2, 3];
/** How many looks are taken at each page. */
export const looksAtEach = rounds * 2;
/** The most looks of one run; they do not count toward its requests. */
const mostLooks = 300;

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

/** Whoever looks again at what a relation was suspected on: over the road, or in a recording that holds such looks. */
export type Looker = {
  /** Whether there is room for looking at these calls, so many looks left behind. */
  readonly canLook: (calls: readonly Call[], reserve: number) => boolean;
  readonly look: (calls: readonly Call[]) => Promise<Looks>;
  /** Why nobody can look at these pages again, and whether they show by themselves that their listing changed. */
  readonly whyNot: (pages: readonly Page[]) => { readonly why: string; readonly isMoving?: boolean };
};

/** A look that was taken: those of a session were taken together, at the pages of some targets. */
export type TakenLook = { readonly exchange: Exchange; readonly session: number; readonly at: string };

/** Looks over the road of a run; `onLook` is told of each look. */
export function lookerOver(road: Road, onLook: (look: TakenLook) => void = () => {}): Looker {
  let left = mostLooks;
  let session = 0;
  return {
    canLook: (calls, reserve) => calls.length * looksAtEach <= left - reserve,
    look: async (calls) => {
      session += 1;
      const seen = new Map<string, (Answer | undefined)[]>(calls.map(({ target }) => [target, []]));
      for (let round = 0; round < rounds; round += 1) {
        // One after the other: were calls looked at side by side, two replicas could take turns between them, each
        // call always at the same one.
        for (const call of calls) {
          for (const twin of [0, 1]) {
            left -= 1;
            const { answer, exchange } = await road.sendAfresh(fresh(call, round * 2 + twin));
            onLook({ exchange, session, at: call.target });
            seen.get(call.target)?.push(answer);
          }
        }
      }
      return readLooks(seen);
    },
    whyNot: () => ({ why: whyNotRechecked }),
  };
}

/** What answers a look, as far as relations need it. */
type Look = Pick<Answer, 'reply' | 'page' | 'unserved'>;

/** Reads looks, those at each call in the order in which they were taken; what a cache answered is none. */
export function readLooks(all: ReadonlyMap<string, readonly (Look | undefined)[]>): Looks {
  const isCached = ({ reply }: Look): boolean => Number(header(reply.headers, 'age') ?? 0) > 0;
  const seen = new Map(
    [...all].map(([target, looks]) => [
      target,
      looks.map((look) => (look && isCached(look) ? undefined : look)),
    ]),
  );
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
export function printOf({ items, total }: Page, fingerprint: Fingerprint): string {
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
