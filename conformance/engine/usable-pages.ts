import type { Listing, Page } from '../core/evidence.ts';

/** A listing as relations see it: without pages that are no evidence any more, and with pages that were read later. */
export class UsablePages {
  readonly whole: Listing;
  /** The exchanges of pages that are no evidence, each with the rule that took it away. */
  readonly #excluded = new Map<number, string>();
  /** The exchanges of pages that a tolerated rule blames: they are evidence, but no other rule fails on them. */
  readonly #tolerated = new Map<number, string>();
  readonly #toleratedRules: ReadonlySet<string>;
  #current: Listing;

  constructor(listing: Listing, toleratedRules: ReadonlySet<string>) {
    this.whole = listing;
    this.#toleratedRules = toleratedRules;
    this.#current = listing;
  }

  /** The listing of now. */
  get listing(): Listing {
    return this.#current;
  }

  exclude(pages: readonly Page[], rule: string): void {
    for (const page of pages) this.#excluded.set(page.exchange.id, rule);
  }

  /** Excludes pages that break a rule, unless it is tolerated. */
  blame(pages: readonly Page[], rule: string): void {
    const taken = this.#toleratedRules.has(rule) ? this.#tolerated : this.#excluded;
    for (const page of pages) taken.set(page.exchange.id, rule);
  }

  /** The tolerated rule that one of some pages breaks. */
  toleratedOn(pages: readonly Page[]): string | undefined {
    return pages.map((page) => this.#tolerated.get(page.exchange.id)).find((rule) => rule !== undefined);
  }

  /** Takes up pages that were read later, and drops what was excluded. */
  update(more: readonly Page[] = []): void {
    // Values computed from pages are cached by their list, so an unchanged listing stays the same object.
    const current =
      more.length === 0 ? this.#current : { ...this.#current, pages: [...this.#current.pages, ...more] };
    this.#current = withoutPages(current, this.#excluded);
  }

  /** The rules that took pages of the listing away. */
  takers(): ReadonlySet<string> {
    return new Set(this.whole.pages.flatMap((page) => this.#excluded.get(page.exchange.id) ?? []));
  }
}

function withoutPages(listing: Listing, excluded: ReadonlyMap<number, string>): Listing {
  const isLeft = (page: Page): boolean => !excluded.has(page.exchange.id);
  const { pages, others, unserved, excluded: before } = listing;
  if ([...pages, ...others, ...unserved].every(isLeft)) return listing;
  return {
    ...listing,
    pages: pages.filter(isLeft),
    others: others.filter(isLeft),
    unserved: unserved.filter(isLeft),
    excluded: [...before, ...pages.filter((page) => !isLeft(page))],
  };
}

/** How many requests may overtake each other. */
const overtaking = 16;

/**
 * Pages read before the collection changed: all up to the first with the current total. None if old and current totals
 * are mixed: then some pages are wrong, not older.
 */
export function pagesBeforeChange({ pages, unserved }: Listing, total: number): Page[] {
  const unfiltered = pages.filter(
    ({ query, total: shown }) => query.filter === undefined && shown !== undefined,
  );
  const old = Math.max(...unfiltered.filter((page) => page.total !== total).map(({ turn }) => turn));
  const now = unfiltered.filter((page) => page.total === total).map(({ turn }) => turn);
  if (old === -Infinity || now.some((turn) => turn < old - overtaking)) return [];
  const first = Math.min(...now.filter((turn) => turn > old));
  return [...pages, ...unserved].filter(({ turn }) => turn < first);
}
