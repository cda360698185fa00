import type { ChoiceId } from '../../contract/choices.ts';
import { type ListStructure, listOf } from '../../contract/list.ts';
import { operationIn } from '../../contract/operations.ts';
import { compile } from '../../contract/validate.ts';
import { lazy } from '../../once.ts';
import type { Choices } from '../choices.ts';
import type { Setup } from '../operation.ts';
import { readInteger } from '../parameters.ts';
import { choiceReason, type Problem, type Reason } from '../responses.ts';

type ReadInteger = { readonly value: number; readonly problems: readonly Problem[] };

type Decide = (given: number) => number | { readonly what: string; readonly choice: ChoiceId };

function createIntegerReader({ contract, pointers }: Setup, name: string, decide: Decide) {
  const { parameters } = operationIn(contract, 'node-products');
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const validate = lazy(() => compile(schema));
  const pointer = pointers.parameter('node-products', name);
  const problem = (what: string, reason: Reason): Problem => ({
    detail: `${name} ${what}`,
    source: { parameter: name },
    reason: { pointer, ...reason },
  });

  return (query: ReadonlyMap<string, string>, absent: number): ReadInteger => {
    const text = query.get(name);
    if (text === undefined) return { value: absent, problems: [] };
    const given = readInteger(text);
    const problems = validate()(given).map((violation) =>
      problem(violation.message, pointers.violation('node-products', violation, [name])),
    );
    if (problems.length > 0 || typeof given === 'string') return { value: absent, problems };
    const decision = decide(given);
    if (typeof decision === 'number') return { value: decision, problems: [] };
    return { value: absent, problems: [problem(decision.what, choiceReason(decision.choice))] };
  };
}

type PageWindow = { readonly offset: number; readonly limit: number };

type ReadPage = { readonly page: PageWindow; readonly problems: readonly Problem[] };

export function createPageReader(setup: Setup): (query: ReadonlyMap<string, string>) => ReadPage {
  const { choices, contract } = setup;
  const { bounds, names } = listOf(contract);
  const { held: maximum, largest } = bounds;
  const usual = Math.min(choices['default-page-size'], largest);

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
      const rejected = { what: 'is zero', choice: 'limit-zero' } as const;
      return { rejected, empty: 0, default: usual }[choices['limit-zero']];
    }
    if (limit <= maximum) return limit;
    const rejected = { what: `is above ${maximum}`, choice: 'limit-over-maximum' } as const;
    return choices['limit-over-maximum'] === 'capped' ? maximum : rejected;
  };

  const readOffset = createIntegerReader(setup, names.offset, decideOffset);
  const readLimit = createIntegerReader(setup, names.limit, decideLimit);
  return (query) => {
    const offset = readOffset(query, 0);
    const limit = readLimit(query, usual);
    return {
      page: { offset: offset.value, limit: limit.value },
      problems: [...offset.problems, ...limit.problems],
    };
  };
}

/** Encodes offset, limit and the other parameters in one. */
export const cursorName = 'cursor';

const writeCursor = ({ offset, limit }: PageWindow, kept: string): string =>
  Buffer.from(JSON.stringify([offset, limit, kept])).toString('base64url');

/** The parameters that links of a page repeat, as a query; `names` are those of limit and offset. */
export const keptOf = (query: ReadonlyMap<string, string>, { names }: ListStructure): string =>
  [...query]
    .filter(([name]) => name !== names.limit && name !== names.offset)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`)
    .join('&');

const encoded = (value: string): string => encodeURIComponent(value.toWellFormed()).replaceAll('%2C', ',');

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

export type PagePosition = {
  readonly address: string;
  /** The parameters that its links repeat, as a query. */
  readonly kept: string;
  readonly page: PageWindow;
  readonly total: number;
};

export function pageLinks(
  { address, kept, page, total }: PagePosition,
  { names }: ListStructure,
  choices: Choices,
): object {
  const { offset, limit } = page;
  const here = choices['link-form'] === 'relative' ? '' : address;
  const before = kept === '' ? '' : `${kept}&`;
  const to = (start: number, size = limit): string => {
    if (choices['link-form'] === 'cursor')
      return `${here}?${cursorName}=${writeCursor({ offset: start, limit: size }, kept)}`;
    // Only a server that reads raw brackets writes them into links.
    if (choices['link-form'] === 'raw' && choices['raw-brackets'] === 'same')
      return `${here}?${before}${names.limit}=${size}&${names.offset}=${start}`;
    return `${here}?${before}${encodeURIComponent(names.offset)}=${start}&${encodeURIComponent(names.limit)}=${size}`;
  };
  const several = limit > 0 && total > limit;
  const links = {
    current: to(offset),
    first: to(0),
    last: several ? to(lastStart()) : null,
    prev: offset > 0 ? prevLink() : null,
    next: several ? nextLink() : null,
    ...(choices['extra-members'] === 'some' ? { self: to(offset) } : {}),
  };
  if (choices['link-members'] === 'all') return links;
  const { last: _, prev, next, ...others } = links;
  return { ...others, ...(prev === null ? {} : { prev }), ...(next === null ? {} : { next }) };

  function lastStart(): number {
    const aligned = Math.floor((total - 1) / limit) * limit;
    return choices['last-page'] === 'tail' ? total - limit : aligned;
  }

  function prevLink(): string | null {
    if (offset >= limit) return to(offset - limit);
    return { whole: to(0), cut: to(0, offset), null: null }[choices['prev-near-start']];
  }

  function nextLink(): string | null {
    const end = offset + limit;
    if (end >= total) return choices['next-at-end'] === 'past' && offset < total ? to(end) : null;
    return to(end);
  }
}
