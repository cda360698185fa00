import type { Choices } from './choices.ts';
import type { Page } from './page.ts';

/** Links from one page of a listing to the others. */
export type PageLinks = {
  readonly current: string;
  readonly first: string;
  readonly last: string | null;
  readonly prev: string | null;
  readonly next: string | null;
};

/** What the links of a page follow from. */
export type Place = {
  /** The absolute address of the listing, without a query. */
  readonly address: string;
  readonly filter: string | undefined;
  readonly page: Page;
  /** How many products there are to page through. */
  readonly total: number;
};

/** The links of a page: absolute, with the filter and the limit of the page. */
export function pageLinks({ address, filter, page, total }: Place, choices: Choices): PageLinks {
  const { offset, limit } = page;
  const kept = filter === undefined ? '' : `filter=${encodeURIComponent(filter.toWellFormed())}&`;
  const to = (start: number): string =>
    `${address}?${kept}page%5Boffset%5D=${start}&page%5Blimit%5D=${limit}`;
  const several = limit > 0 && total > limit;
  return {
    current: to(choices['links-current'] === 'faithful' ? offset : 0),
    first: to(choices['links-first'] === 'faithful' ? 0 : offset),
    last: several ? to(Math.floor((total - 1) / limit) * limit) : null,
    prev: offset > 0 ? to(Math.max(0, offset - limit)) : null,
    next: several ? nextLink() : null,
    ...(choices['further-links'] === 'some' ? { self: to(offset) } : {}),
  };

  function nextLink(): string | null {
    const end = offset + limit;
    if (end >= total) return choices['next-at-end'] === 'past' && offset < total ? to(end) : null;
    const start = choices['links-next-start'] === 'end' ? end : offset + Math.ceil(limit / 2);
    return choices['links-next'] === 'faithful' ? to(start) : `${address}?page%5Boffset%5D=${start}`;
  }
}
