import type { ListStructure } from '../../../contract/list.ts';
import type { Json } from '../../../json/json.ts';
import type { Choices } from '../../choices/choices.ts';
import { cursorName, writeCursor } from './cursor.ts';
import type { PageWindow } from './page-parameters.ts';

/** Links from one page of a listing to the others; what is left out leads nowhere. */
type PageLinks = {
  readonly current?: string;
  readonly first?: string;
  readonly last?: string | null;
  readonly prev?: string | null;
  readonly next?: string | null;
  readonly self?: Json;
};

/** What the links of a page depend on. */
export type PagePosition = {
  /** The absolute URL of the listing, without a query. */
  readonly address: string;
  readonly filter: string | undefined;
  readonly page: PageWindow;
  /** How many products the listing has, after filtering. */
  readonly total: number;
};

/** The links of a page, with the filter and the limit of the page. */
export function pageLinks(
  { address, filter, page, total }: PagePosition,
  { names }: ListStructure,
  choices: Choices,
): PageLinks {
  const { offset, limit } = page;
  const here = choices['link-form'] === 'relative' ? '' : address;
  const kept =
    filter === undefined ? '' : `filter=${encodeURIComponent(filter.toWellFormed()).replaceAll('%2C', ',')}&`;
  const to = (start: number, size = limit): string => {
    if (choices['link-form'] === 'cursor')
      return `${here}?${cursorName}=${writeCursor({ offset: start, limit: size }, filter)}`;
    // A server whose links have raw brackets reads them as well.
    if (choices['link-form'] === 'raw' && choices['raw-brackets'] === 'same')
      return `${here}?${kept}${names.limit}=${size}&${names.offset}=${start}`;
    return `${here}?${kept}${encodeURIComponent(names.offset)}=${start}&${encodeURIComponent(names.limit)}=${size}`;
  };
  const several = limit > 0 && total > limit;
  const links = {
    current: to(offset),
    first: to(0),
    last: several ? to(lastStart()) : null,
    prev: offset > 0 ? prevLink() : null,
    next: several ? nextLink() : null,
    ...further(),
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

  function further(): { self?: Json } {
    return choices['further-links'] === 'some' ? { self: to(offset) } : {};
  }
}
