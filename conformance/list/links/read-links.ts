import LinkHeader from 'http-link-header';
import { type ListStructure, type Relation, relations } from '../../../src/contract/list.ts';
import type { Place } from '../../../src/contract/places.ts';
import { listHeader, queryIn } from '../../../src/http/exchange.ts';
import { at, isObject, type JsonObject } from '../../../src/json/json.ts';
import type { Links } from '../../core/evidence.ts';
import type { Searched } from '../../core/read-place.ts';

/** The links that a page has itself, in its body or in a header; `target` is that of its request. */
export function pageLinks(list: ListStructure, searched: Searched, target: string): Links[] {
  const { links } = list;
  if (links && 'header' in links) return [inHeader(links.header, searched)];
  const places = relationPlaces(list, 'body');
  const found = places.length === 0 ? undefined : linksAt(list, places, searched.json, target);
  // Some write an empty text for none.
  return found
    ? [Object.fromEntries(Object.entries(found).map(([name, link]) => [name, link === '' ? null : link]))]
    : [];
}

/** The links of records; consecutive records with the same links share them. */
export function recordLinks(list: ListStructure, records: readonly JsonObject[]): Links[] {
  const places = relationPlaces(list, 'record');
  const all: Links[] = [];
  let before: Links | undefined;
  for (const record of places.length === 0 ? [] : records) {
    const own = linksAt(list, places, record, '');
    if (!own) continue;
    if (!before || !areSameLinks(before, own)) before = own;
    all.push(before);
  }
  return all;
}

export type RelationPlaces = readonly (readonly [Relation, Place & { readonly of: 'body' | 'record' }])[];

/** Where a listing has links, of those in the body or in its records. */
export const relationPlaces = ({ links }: ListStructure, of: 'body' | 'record'): RelationPlaces =>
  links && 'places' in links
    ? relations.flatMap((name) => {
        const place = links.places[name];
        return place && place.of !== 'header' && place.of === of ? [[name, place] as const] : [];
      })
    : [];

/** How a finding names a link, such as `links.next`. */
export function linkWords({ links }: ListStructure, name: Relation): string {
  if (links && 'header' in links) return `${links.header} rel="${name}"`;
  const place = links?.places[name];
  return place && place.of !== 'header' ? place.path.join('.') : name;
}

const areSameLinks = (one: Links, other: Links): boolean =>
  relations.every(
    (name) => one[name] === other[name] && Object.hasOwn(one, name) === Object.hasOwn(other, name),
  );

/** The links at some places; undefined if what should have them is not there. */
function linksAt(
  list: ListStructure,
  places: RelationPlaces,
  json: unknown,
  target: string,
): Links | undefined {
  const found: [Relation, unknown][] = [];
  let isThere = false;
  for (const [name, { path }] of places) {
    const holder = at(json, ...path.slice(0, -1));
    const last = path.at(-1);
    if (!isObject(holder) || last === undefined) continue;
    isThere = true;
    if (Object.hasOwn(holder, last)) found.push([name, linkOf(list, holder[last], target)]);
  }
  return isThere ? Object.fromEntries(found) : undefined;
}

/** What a value says as a link: the number of a page is written as the query of that page, as links do. */
function linkOf({ names, firstPage }: ListStructure, value: unknown, target: string): unknown {
  if (isObject(value) && typeof value.href === 'string') return value.href;
  if (typeof value !== 'number' || firstPage === undefined) return value;
  const search = queryIn(target);
  search.set(names.offset, String(value));
  return `?${search}`;
}

/** The links in a header by their relations. */
export function inHeader(
  name: string,
  { headers = [] }: Pick<Searched, 'headers'>,
): Readonly<Partial<Record<Relation, string>>> {
  const read = readLinkHeader(listHeader(headers, name));
  return Object.fromEntries(
    relations.flatMap((relation) => {
      const [found] = read.filter(({ rel }) => rel.toLowerCase().split(' ').includes(relation));
      return found ? [[relation, found.uri]] : [];
    }),
  );
}

/** The links of a header (RFC 8288); none if it cannot be read. */
export function readLinkHeader(text: string): readonly { readonly rel: string; readonly uri: string }[] {
  try {
    return LinkHeader.parse(text).refs.map(({ rel, uri }) => ({ rel, uri }));
  } catch {
    return [];
  }
}
