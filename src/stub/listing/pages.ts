import { hash } from 'node:crypto';
import type { KindChoiceId } from '../../contract/choices.ts';
import { type ListStructure, offsetOf, type Relation, writtenOffset } from '../../contract/list.ts';
import { isNeeded } from '../../contract/needed-parameters.ts';
import type { Operation } from '../../contract/operations.ts';
import { readInteger } from '../../contract/parameter-text.ts';
import { compileSchema } from '../../contract/validate.ts';
import { type Header, queryIn } from '../../http/exchange.ts';
import { lazy } from '../../once.ts';
import { percentEncoded } from '../../percent.ts';
import type { Choices } from '../choices.ts';
import { parameterPointer, type Setup, violationReason } from '../operation.ts';
import { choiceReason, type Problem, type Reason } from '../responses.ts';

type ReadInteger = { readonly value: number; readonly problems: readonly Problem[] };

type Decide = (given: number) => number | { readonly what: string; readonly choice: KindChoiceId };

function createIntegerReader(
  { contract }: Setup,
  operation: Operation,
  name: string,
  decide: Decide,
) {
  const parameter = operation.parameters.find((one) => one.name === name);
  const schema = parameter?.schema ?? {};
  const isRequired = parameter !== undefined && isNeeded(parameter);
  const validate = lazy(() => compileSchema(schema));
  const pointer = parameterPointer(operation, name);
  const problem = (what: string, reason: Reason): Problem => ({
    detail: `${name} ${what}`,
    source: { parameter: name },
    reason: { pointer, ...reason },
  });

  return (query: ReadonlyMap<string, string>, absent: number): ReadInteger => {
    const text = query.get(name);
    if (text === undefined)
      return { value: absent, problems: isRequired ? [problem('is required', {})] : [] };
    const given = readInteger(text);
    const problems = validate()(given).map((violation) =>
      problem(violation.message, violationReason(contract, operation, violation, [name])),
    );
    if (problems.length > 0 || typeof given === 'string') return { value: absent, problems };
    const decision = decide(given);
    if (typeof decision === 'number') return { value: decision, problems: [] };
    return { value: absent, problems: [problem(decision.what, choiceReason(decision.choice))] };
  };
}

type PageWindow = { readonly offset: number; readonly limit: number };

type ReadPage = { readonly page: PageWindow; readonly problems: readonly Problem[] };

/** Reads which records a request asks for, by offset, page number or token. */
export function createQueryReader(
  setup: Setup,
  operation: Operation,
  list: ListStructure,
): (query: ReadonlyMap<string, string>) => ReadPage {
  const { choices } = setup;
  const { bounds, names, firstPage, outputToken } = list;
  const { maxItems: maximum, largest } = bounds;
  const least = operation.parameters.find((one) => one.name === names.limit)?.schema.minimum;
  const isZeroAllowed = typeof least === 'number' && least <= 0;
  const usual = Math.min(list.usual ?? choices['default-page-size'], largest);

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

  const readLimit = createIntegerReader(setup, operation, names.limit, decideLimit);
  const readInteger = createIntegerReader(setup, operation, names.offset, decideOffset);
  const noPage: Problem = {
    detail: `${names.offset} is no token of a page`,
    source: { parameter: names.offset },
    reason: { pointer: parameterPointer(operation, names.offset) },
  };
  const ofOthers: Problem = {
    ...noPage,
    detail: `${names.offset} is the token of a page with other parameters`,
    reason: choiceReason('token-elsewhere'),
  };
  const readPlace: typeof readInteger = (query) => {
    const token = query.get(names.offset);
    if (token === undefined) return { value: 0, problems: [] };
    const read = readPageToken(token);
    if (!read) return { value: 0, problems: [noPage] };
    const isElsewhere = choices['token-elsewhere'] === 'rejected' && read.of !== markOf(keptOf(query, list));
    return { value: read.offset, problems: isElsewhere ? [ofOthers] : [] };
  };
  const isShort = !list.fullPages && choices['short-pages'] === 'some';
  const readOffset = outputToken ? readPlace : readInteger;
  return (query) => {
    const offset = readOffset(query, firstPage ?? 0);
    const limit = readLimit(query, usual);
    const start = Math.max(0, outputToken ? offset.value : (offsetOf(list, offset.value, limit.value) ?? 0));
    return {
      page: { offset: start, limit: isShort ? shortenedPage(limit.value, start) : limit.value },
      problems: [...offset.problems, ...limit.problems],
    };
  };
}

/** The size of a page that need not be full: some are one record shorter than requested. */
const shortenedPage = (limit: number, start: number): number =>
  limit > 1 && Math.floor(start / limit) % 2 === 1 ? limit - 1 : limit;

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
export const keptOf = (query: ReadonlyMap<string, string>, { names }: ListStructure): string =>
  [...query]
    .filter(([name]) => name !== names.limit && name !== names.offset)
    .map(([name, value]) => `${percentEncoded(name)}=${encodedValue(value)}`)
    .join('&');

const encodedValue = (value: string): string => percentEncoded(value).replaceAll('%2C', ',');

export function readCursor(
  { names }: ListStructure,
  query: ReadonlyMap<string, string>,
): Map<string, string> | undefined {
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
    const aligned = Math.floor((total - 1) / limit) * limit;
    return choices['last-page'] === 'tail' && canBeginAnywhere(list) ? total - limit : aligned;
  }

  function prevLink(): string | null {
    if (offset >= limit) return to(offset - limit);
    return { whole: to(0), cut: to(0, offset), null: null }[choices['prev-near-start']];
  }

  function nextLink(): string | null {
    const end = offset + limit;
    if (end < total) return to(end);
    return choices['next-at-end'] === 'past' && !isShownByPage(list) && offset < total ? to(end) : null;
  }
}

const canBeginAnywhere = ({ firstPage, outputToken }: ListStructure): boolean =>
  firstPage === undefined && outputToken === undefined;

/** Whether pages, not records, have links: then the last page has no next one. */
const isShownByPage = ({ links }: ListStructure): boolean =>
  links !== undefined && ('header' in links || Object.values(links.places).some(({ of }) => of === 'body'));
