import type { JsonObject } from '../../src/wire/json.ts';
import { mustAccept } from '../engine/acceptance.ts';
import type { Probe } from '../engine/probe.ts';
import { type Attribute, type Find, isSame, shownValue } from './harvest.ts';
import { idOf, list, listingCall, type Page, readPage, shownIds, wholePage } from './listing.ts';
import type { Whole } from './whole.ts';

/** The filter that looks for one value. */
export const filterFor = (attribute: Attribute, value: string): string =>
  attribute === 'id' ? `in(id,${value})` : `eq(${attribute},${value})`;

/** A filter that brings five products of a node, in another order than they are listed in; none where it has fewer. */
export function fiveFilter({ products }: Whole): string | undefined {
  const ids = shownIds(products).slice(0, 5);
  return ids.length < 5 ? undefined : `in(id,${ids.toSorted().join(',')})`;
}

/** The first page of a node under a filter. */
export const filtered = (probe: Probe, { node }: Whole, filter: string): Promise<Page> =>
  list(probe, node, { filter, limit: wholePage, offset: 0 });

/** The value of a product that may not show it, told from the whole listing by its id. */
function known(whole: Whole, product: JsonObject, attribute: Attribute): string | undefined {
  const same = whole.products.find((other) => idOf(other) !== undefined && idOf(other) === idOf(product));
  return shownValue(product, attribute) ?? (same && shownValue(same, attribute));
}

/** Claims that a filter brings nothing that does not match. */
export async function mustBeSound(
  probe: Probe,
  whole: Whole,
  attribute: Attribute,
  value: string,
): Promise<void> {
  const filter = filterFor(attribute, value);
  const page = await filtered(probe, whole, filter);
  for (const product of page.products) {
    const shown = known(whole, product, attribute);
    probe.must(
      // That letter case counts is another rule's business.
      shown === undefined || shown.toLowerCase() === value.toLowerCase(),
      `only products whose ${attribute} is ${value}`,
      `a product whose ${attribute} is ${shown}`,
      page.answer,
    );
  }
}

/** Claims that a filter the document allows is served. */
async function mustServe(probe: Probe, { node }: Whole, filter: string): Promise<Page> {
  const answer = await probe.send(listingCall(probe, node, { filter, limit: wholePage, offset: 0 }));
  mustAccept(probe, answer, `the filter ${filter}`);
  return readPage(probe, answer);
}

/** Claims that a filter is served and brings everything that matches. */
export async function mustBeComplete(probe: Probe, find: Find, attribute: Attribute): Promise<void> {
  const { whole, value } = find;
  const matching = whole.products.filter((product) => {
    const shown = shownValue(product, attribute);
    return shown !== undefined && isSame(attribute, shown, value);
  });
  const page = await mustServe(probe, whole, filterFor(attribute, value));
  // A full page may not be all there is.
  if (page.products.length >= wholePage) return;
  const brought = new Set(page.products.map(idOf));
  for (const product of matching) {
    const id = idOf(product);
    if (id === undefined) continue;
    const seen = whole.pages.find(({ products }) => products.includes(product))?.answer ?? page.answer;
    probe.must(
      brought.has(id),
      `the product ${id}, whose ${attribute} is ${value}`,
      'a reply without it',
      page.answer,
      seen,
    );
  }
}
