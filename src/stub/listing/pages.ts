import { hash } from 'node:crypto';
import type { KindChoiceId } from '../../contract/choices.ts';
import {
  arePageLinks,
  type ListStructure,
  listsAllAtOnce,
  offsetOf,
  type Relation,
  writtenOffset,
} from '../../contract/list.ts';
import type { Operation } from '../../contract/operations.ts';
import { readInteger } from '../../contract/parameter-text.ts';
import { type Header, queryIn } from '../../http/exchange.ts';
import { percentEncoded } from '../../percent.ts';
import type { Choices } from '../choices.ts';
import type { Setup } from '../operation.ts';
import { parameterProblem } from '../parameters.ts';
import { choiceReason, type Problem, type Reason } from '../responses.ts';

type Decide = (given: number) => number | { readonly what: string; readonly choice: KindChoiceId };

type PageWindow = { readonly offset: number; readonly limit: number };

type Query = ReadonlyMap<string, string>;

/** Reads which records a request asks for, by offset, page number or token. The schemas of parameters are checked elsewhere. */
export function createQueryReader(
  { choices }: Pick<Setup, 'choices'>,
  operation: Operation,
  list: ListStructure,
): (query: Query) => { readonly page: PageWindow; readonly problems: readonly Problem[] } {
  const { bounds, names, firstPage, outputToken } = list;
  const { maxItems: maximum, largest } = bounds;
  const least = operation.parameters.find((one) => one.name === names.limit)?.schema.minimum;
  const isZeroAllowed = typeof least === 'number' && least <= 0;
  const usual = listsAllAtOnce(list)
    ? maximum
    : Math.min(list.usual ?? choices['default-page-size'], largest);

  const decideOffset: Decide = (offset) => {
    if (offset >= 0) return offset;
    return choices['offset-negative'] === 'zero' ? 0 : { what: 'is negative', choice: 'offset-negative' };
  };
  const decideLimit: Decide = (limit) => {
    if (limit < 0) {
      const rejected = { what: 'is negative', choice: 'limit-negative' } as const;
      return choices['limit-negative'] === 'default' ? usual : rejected;
    }
    if (limit === 0) {
      // What the contract allows is no choice.
      const rejected = isZeroAllowed ? 0 : ({ what: 'is zero', choice: 'limit-zero' } as const);
      return { rejected, empty: 0, default: usual }[choices['limit-zero']];
    }
    if (limit <= maximum) return limit;
    const rejected = { what: `is above ${maximum}`, choice: 'limit-over-maximum' } as const;
    return choices['limit-over-maximum'] === 'capped' ? maximum : rejected;
  };

  type ReadNumber = { readonly value: number; readonly problems: readonly Problem[] };
  /** A number that the schema allows; what is none, such as a text where it allows texts, has no effect. */
  const readNumber = (query: Query, name: string, absent: number, decide: Decide): ReadNumber => {
    const given = readInteger(query.get(name) ?? '');
    const decision = typeof given === 'number' ? decide(given) : absent;
    if (typeof decision === 'number') return { value: decision, problems: [] };
    const { what, choice } = decision;
    return { value: absent, problems: [parameterProblem(operation, name, what, choiceReason(choice))] };
  };
  const readToken = (query: Query): ReadNumber => {
    const token = query.get(names.offset);
    if (token === undefined) return { value: 0, problems: [] };
    const wrong = (what: string, reason?: Reason) => [
      parameterProblem(operation, names.offset, what, reason),
    ];
    const read = readPageToken(token);
    if (!read) return { value: 0, problems: wrong('is no token of a page') };
    const isElsewhere = choices['token-elsewhere'] === 'rejected' && read.of !== markOf(keptOf(query, list));
    const what = 'is the token of a page with other parameters';
    return { value: read.offset, problems: isElsewhere ? wrong(what, choiceReason('token-elsewhere')) : [] };
  };
  const isShort = !list.fullPages && choices['short-pages'] === 'some';
  return (query) => {
    const offset = outputToken
      ? readToken(query)
      : readNumber(query, names.offset, firstPage ?? 0, decideOffset);
    const limit = readNumber(query, names.limit, usual, decideLimit);
    const start = Math.max(0, outputToken ? offset.value : (offsetOf(list, offset.value, limit.value) ?? 0));
    return {
      page: { offset: start, limit: isShort ? shortenedPage(limit.value, start) : limit.value },
      problems: [...offset.problems, ...limit.problems],
    };
  };
}

/** The size of a page that need not be full: the first is one record shorter than requested, and some others are. */
const shortenedPage = (limit: number, start: number): number =>
  limit > 1 && Math.floor(start / limit) % 2 === 0 ? limit - 1 : limit;

/** The token of the page that begins at an offset, where the other parameters of the query are `kept`. */
export function pageTokenFor(offset: number, kept: string, choices: Pick<Choices, 'token-form'>): string {
  const token = Buffer.from(`at:${offset}:${markOf(kept)}`).toString('base64url');
  return choices['token-form'] === 'opaque' ? `+/${token}==` : token;
}

const markOf = (kept: string): string =>
  hash('sha256', kept.split('&').toSorted().join('&'), 'hex').slice(0, 8);

/** The offset in a token, whatever its form, and the mark of the parameters that it belongs to. */
function readPageToken(token: string): { readonly offset: number; readonly of: string } | undefined {
  const text = Buffer.from(token.replace(/^\+\/|=+$/g, ''), 'base64url').toString();
  const [, offset, of] = /^at:(\d{1,15}):([0-9a-f]{8})$/.exec(text) ?? [];
  return offset === undefined || of === undefined ? undefined : { offset: Number(offset), of };
}

/** The page that a request asks for, counted from 1; `chosen` is the page size if neither it nor the contract says one. */
export function pageNumber(list: ListStructure, target: string, chosen: number): number {
  const sent = new Map(queryIn(target));
  const query = readCursor(list, sent) ?? sent;
  const limit = Number(query.get(list.names.limit) ?? 0);
  const size = limit > 0 ? limit : (list.usual ?? chosen);
  const text = query.get(list.names.offset);
  if (text === undefined) return 1;
  const offset = list.outputToken ? readPageToken(text)?.offset : offsetOf(list, Number(text), size);
  return offset !== undefined && offset > 0 ? 1 + Math.ceil(offset / size) : 1;
}

/** Encodes offset, limit and the other parameters in one. */
export const cursorName = 'cursor';

const writeCursor = ({ offset, limit }: PageWindow, kept: string): string =>
  Buffer.from(JSON.stringify([offset, limit, kept])).toString('base64url');

/** The parameters that links of a page repeat, as a query; `names` are those of limit and offset. */
export const keptOf = (query: Query, { names, repeated }: ListStructure): string =>
  [...query]
    .filter(([name]) => name !== names.limit && name !== names.offset)
    .flatMap(([name, value]) =>
      (repeated.includes(name) ? value.split(',') : [value]).map(
        (one) => `${percentEncoded(name)}=${percentEncoded(one).replaceAll('%2C', ',')}`,
      ),
    )
    .join('&');

export function readCursor({ names }: ListStructure, query: Query): Map<string, string> | undefined {
  const word = query.get(cursorName);
  const text = word === undefined ? '' : Buffer.from(word, 'base64url').toString('utf8');
  if (!/^\[\d+,\d+,"[^"\\]*"\]$/.test(text)) return undefined;
  const [offset, limit, kept]: (string | number)[] = JSON.parse(text);
  return new Map([
    [names.offset, String(offset)],
    [names.limit, String(limit)],
    ...new URLSearchParams(String(kept)),
  ]);
}

/** A page as a response has it: its body, and what its listing states in headers. */
export type WrittenPage = { readonly body: Uint8Array; readonly headers?: readonly Header[] };

export type PagePosition = {
  readonly address: string;
  /** The parameters that its links repeat, as a query. */
  readonly kept: string;
  readonly page: PageWindow;
  readonly total: number;
};

/** The links of a page by their relations; null if there is no such page. */
export function linksOfPage(
  { address, kept, page, total }: PagePosition,
  list: ListStructure,
  choices: Choices,
): Readonly<Partial<Record<Relation, string | null>>> {
  const { offset, limit } = page;
  const { names } = list;
  const here = choices['link-form'] === 'relative' ? '' : address;
  const before = kept === '' ? '' : `${kept}&`;
  const to = (start: number, size = limit): string => {
    // A contract with tokens has a parameter for them, and one with page numbers has pages of one size.
    if (choices['link-form'] === 'cursor' && !list.outputToken && list.firstPage === undefined)
      return `${here}?${cursorName}=${writeCursor({ offset: start, limit: size }, kept)}`;
    const place = list.outputToken ? pageTokenFor(start, kept, choices) : writtenOffset(list, start, size);
    // Only a server that reads raw brackets writes them into links.
    const written =
      choices['link-form'] === 'raw' && choices['raw-brackets'] === 'same' ? String : percentEncoded;
    const parameters = [
      ...(names.offset === '' ? [] : [`${written(names.offset)}=${place}`]),
      ...(names.limit === '' ? [] : [`${written(names.limit)}=${size}`]),
    ];
    return `${here}?${before}${(written === String ? parameters.toReversed() : parameters).join('&')}`;
  };
  const several = limit > 0 && total > limit;
  const links = {
    self: to(offset),
    first: to(0),
    last: several ? to(lastStart()) : null,
    prev: offset > 0 ? prevLink() : null,
    next: several ? nextLink() : null,
  };
  if (choices['link-fields'] === 'all') return links;
  const { last: _, prev, next, ...others } = links;
  return { ...others, ...(prev === null ? {} : { prev }), ...(next === null ? {} : { next }) };

  function lastStart(): number {
    const whole = (first: number): number => first + Math.floor((total - 1 - first) / limit) * limit;
    if (!canBeginAnywhere(list)) return whole(0);
    return { aligned: whole(0), tail: total - limit, reached: whole(offset % limit) }[choices['last-page']];
  }

  function prevLink(): string | null {
    if (offset >= limit) return to(offset - limit);
    return { whole: to(0), cut: to(0, offset), null: null }[choices['prev-near-start']];
  }

  function nextLink(): string | null {
    const end = offset + limit;
    if (end < total) return to(end);
    return choices['next-at-end'] === 'past' && !arePageLinks(list) && offset < total ? to(end) : null;
  }
}

const canBeginAnywhere = ({ firstPage, outputToken }: ListStructure): boolean =>
  firstPage === undefined && outputToken === undefined;
