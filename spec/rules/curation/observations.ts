// The order of products that are not curated, and the place of the mark, which the specification leaves open.

import {
  at,
  collectionsSeen,
  type JsonObject,
  type ListedCollection,
  observation,
  observations,
  other,
  placesIn,
  recordsSeen,
} from '../../../conformance/rules.ts';
import { marksOf } from '../products.ts';

const keys = [
  ['meta', 'created_at'],
  ['attributes', 'name'],
  ['id'],
  ['attributes', 'slug'],
  ['attributes', 'sku'],
  ['meta', 'updated_at'],
];

const options = {
  'by falling created_at': 'newest',
  'by rising name': 'name',
  'by rising id': 'id',
} as const;

/** The order of most products by a field, if there is one; letter case may count or not. */
function orderBy(records: readonly JsonObject[], key: readonly string[]): string[] {
  const values = records.map((record) => at(record, ...key)).filter((value) => typeof value === 'string');
  if (values.length * 2 < records.length || new Set(values).size < 3) return [];
  const spellings = [values, values.map((value) => value.toLowerCase())];
  if (spellings.some(isAscending)) return [`by rising ${key.at(-1)}`];
  return spellings.some((spelled) => isAscending(spelled.toReversed())) ? [`by falling ${key.at(-1)}`] : [];
}

const isAscending = (values: readonly string[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value);

function curation({ collection, page }: ListedCollection): boolean[] {
  const named = placesIn(collection.order ?? []);
  return page.items.map(({ id, isPinned }) => isPinned || (id !== undefined && named.has(id)));
}

export default observations('list', [
  observation('flag-place', (seen) => {
    const places = [...new Set(recordsSeen(seen).flatMap(marksOf))];
    const [place, ...others] = places;
    seen.orUntested(place, 'no product has a mark of curation');
    if (place === undefined || others.length > 0) return other(places.sort().join(' and '));
    return place;
  }),
  observation('uncurated-order', (seen) => {
    const uncurated = collectionsSeen(seen).filter(
      ({ collection, page }) =>
        (collection.order ?? []).length === 0 &&
        page.items.length >= 3 &&
        page.items.every(({ isPinned }) => !isPinned),
    );
    seen.orUntested(uncurated.length > 0, 'no collection without curation shows three products');
    const each = uncurated.map(({ records }) => keys.flatMap((key) => orderBy(records, key)));
    const orders = (each[0] ?? []).filter((order) => each.every((own) => own.includes(order)));
    const named = Object.entries(options).flatMap(([words, name]) => (orders.includes(words) ? [name] : []));
    seen.orUntested(named.length < 2, `the products are ordered by ${named.join(' and by ')} at once`);
    const [first = orders.join(' and ')] = named;
    return first === '' ? 'catalog' : (named[0] ?? other(first));
  }),
  observation('uncurated-place', (seen) => {
    const order = collectionsSeen(seen)
      .map(curation)
      .find((marks) => new Set(marks).size > 1);
    const marks = seen.orUntested(
      order,
      'no collection shows curated products and others',
      'in a collection: order: …',
    );
    if (!marks.slice(marks.indexOf(false)).includes(true)) return 'after';
    return marks.slice(marks.indexOf(true)).includes(false) ? 'mixed' : 'before';
  }),
]);
