import type { HttpRequest } from '../../../src/http/exchange.ts';
import type { PageRequest } from '../../core/evidence.ts';

/** How one round of rechecks asks for its pages: each of them twice in a row. */
export type Round = {
  /** `reordered`: with the parameters in an order that was not sent before. `respelled`: their names, too. */
  readonly spelling: 'as sent' | 'reordered' | 'respelled';
  /** `bypassed`: with `Cache-Control: no-cache`. */
  readonly cache: 'bypassed' | 'used';
};

const bypassing = (...spellings: readonly Round['spelling'][]): Round[] =>
  spellings.map((spelling) => ({ spelling, cache: 'bypassed' }));

const turn: readonly Round[] = [
  { spelling: 'reordered', cache: 'bypassed' },
  { spelling: 'reordered', cache: 'used' },
];

/**
 * What is sent to recheck a relation. A relation has to fail in three repeats, each between two rounds that have to be
 * equal (READINGS P6), so `repeats` has five.
 */
export const series = {
  /** Spellings alternate, so that a target that misreads one of them shows it. */
  repeats: bypassing('as sent', 'respelled', 'reordered', 'respelled', 'reordered'),
  /** Byte for byte, to recognize a fault that only this spelling shows. */
  exact: [{ spelling: 'as sent', cache: 'used' }],
  /** Five rounds past a cache and five through it, to tell a fault from a stale cache. */
  'by turns': [turn, turn, turn, turn, turn].flat(),
} as const satisfies Readonly<Record<string, readonly Round[]>>;

export type Series = keyof typeof series;

export const seriesNames = Object.keys(series) as Series[];

/** How many requests a series sends for each page. */
export const requestsPerPage = (name: Series): number => series[name].length * 2;

/**
 * The rounds before which it is read again how pages are asked for, the first and the last past a cache: repeats between them
 * count only if that led to the same pages both times.
 */
export const roundsOfSources = (name: Series): ReadonlySet<number> =>
  new Set([
    0,
    Math.max(
      0,
      series[name].findLastIndex(({ cache }) => cache === 'bypassed'),
    ),
  ]);

/** How many requests a series sends for some pages. */
export function requestsFor(name: Series, pages: readonly PageRequest[]): number {
  const sources = new Set<string>();
  for (const page of pages)
    for (let { source } = page; source; source = source.source) sources.add(source.request.target);
  return pages.length * requestsPerPage(name) + sources.size * roundsOfSources(name).size;
}

/** The requests of a series for one page: for each round, the two that it sends. `wasSent` knows the targets of the run. */
export function requestsOf(
  name: Series,
  request: HttpRequest,
  wasSent: (target: string) => boolean,
): (readonly [HttpRequest, HttpRequest])[] {
  const inNewOrder = reordered(request, wasSent);
  return series[name].map(({ spelling, cache }, index) => {
    const [one, other] = [0, 1].map((second) => {
      if (spelling === 'respelled') return respelled(request, index * 2 + second);
      return spelling === 'reordered' ? inNewOrder : request;
    }) as [HttpRequest, HttpRequest];
    return cache === 'bypassed' ? [uncached(one), uncached(other)] : [one, other];
  });
}

const uncached = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: [...request.headers, ['cache-control', 'no-cache']],
});

function parameterRespelled(parameter: string, turnOfSpelling: number): string {
  const brackets = ['$1%5b$2%5d', '$1%5B$2%5d', '$1%5b$2%5D'][turnOfSpelling % 3] ?? '';
  return /^\w+%5B/.test(parameter)
    ? parameter.replace(/^(\w+)%5B(\w+)%5D/, brackets)
    : parameter.replace(/^([a-z])([a-z])/, (_, first: string, second: string) =>
        turnOfSpelling % 2 === 0 ? `${encodedLetter(first)}${second}` : `${first}${encodedLetter(second)}`,
      );
}

const encodedLetter = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

/** Spells and orders parameters so that no cache knows the request. */
function respelled(request: HttpRequest, turnOfSpelling: number): HttpRequest {
  const [path = '', query] = request.target.split('?');
  // Without a query, only a question mark can be added.
  const parameters = query === undefined ? [] : rotated(query.split('&'), turnOfSpelling + 1);
  const spelled = parameters.map((parameter) => parameterRespelled(parameter, turnOfSpelling));
  return { ...request, target: `${path}?${spelled.join('&')}` };
}

/** Orders parameters as never before; if every order was sent, with empty parameters added. */
function reordered(request: HttpRequest, wasSent: (target: string) => boolean): HttpRequest {
  const [path = '', query] = request.target.split('?');
  const parameters = query === undefined ? [] : query.split('&');
  for (let empty = 0; ; empty += 1) {
    const behind = Array<string>(empty).fill('');
    for (let by = 1; by <= Math.max(1, parameters.length); by += 1) {
      const target = `${path}?${[...rotated(parameters, by), ...behind].join('&')}`;
      if (!wasSent(target)) return { ...request, target };
    }
  }
}

const rotated = (list: readonly string[], by: number): string[] => {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};
