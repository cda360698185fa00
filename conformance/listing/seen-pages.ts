import { attempt } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import { Withheld } from '../engine/verdict.ts';
import { filtered, filterFor, fiveFilter } from './filtering.ts';
import { type Attribute, drawFrom, harvest } from './harvest.ts';
import { list, type Page, type Query, wholePage } from './listing.ts';
import type { Whole } from './whole.ts';
import { smallPages } from './windows.ts';

/** Pages that a fault may spare the whole listing for. What comes without a limit has a size of the server's own. */
const parts: readonly Query[] = [
  { limit: 7, offset: 0 },
  { limit: 13, offset: 0 },
  { limit: 7, offset: 3 },
  {},
  { offset: 3 },
];

/** Windows into a filtered listing, the whole of it first. */
export const filterWindows: readonly Query[] = [
  { limit: wholePage, offset: 0 },
  { limit: 2, offset: 2 },
  { limit: 3, offset: 1 },
];

/** Unfiltered pages of a node: the whole listing, and parts of it where they are served. */
export const plainPages = async (probe: Probe, whole: Whole): Promise<Page[]> => [
  ...whole.pages,
  ...(whole.products.length > 1 ? await served(probe, whole, parts) : []),
  ...(await smallPages(probe, whole).catch(withheld)),
];

/** A page that could not be had is no page. */
function withheld(error: unknown): Page[] {
  if (error instanceof Withheld) return [];
  throw error;
}

/** Pages of a node under a filter that brings five products, where they are served. */
export async function filteredPages(probe: Probe, whole: Whole): Promise<Page[]> {
  const filter = fiveFilter(whole);
  if (filter === undefined) return [];
  return served(
    probe,
    whole,
    filterWindows.map((window) => ({ ...window, filter })),
  );
}

async function served(probe: Probe, { node }: Whole, queries: readonly Query[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const query of queries) await attempt(list(probe, node, query).then((page) => pages.push(page)));
  return pages;
}

/** Looks at the filtered pages that other rules draw; where an attribute is not shown, there are none. */
export async function eachFiltered(
  probe: Probe,
  attribute: Attribute,
  look: (whole: Whole, page: Page) => void,
): Promise<void> {
  const name = attribute === 'id' ? 'in id' : `eq ${attribute}`;
  await attempt(
    harvest(probe, attribute).then((finds) =>
      drawFrom(probe, name, finds, async ({ whole, value }) => {
        look(whole, await filtered(probe, whole, filterFor(attribute, value)));
      }),
    ),
  );
}
