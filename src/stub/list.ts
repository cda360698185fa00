import { relations, writtenOffset } from '../contract/list.ts';
import type { Operation } from '../contract/operations.ts';
import type { Place } from '../contract/places.ts';
import { recordSchemaOf } from '../contract/record.ts';
import { hasListedValues } from '../contract/schema-values.ts';
import { type Header, queryIn } from '../http/exchange.ts';
import { at, type Json, type JsonObject, withAt } from '../json/json.ts';
import { propertiesOf, requiredOf, schemaAt, typesOf } from '../json/schema-at.ts';
import { onceFor } from '../once.ts';
import type { Choices } from './choices.ts';
import { createListingHandler, type PageWriter } from './listing/handler.ts';
import { createListed } from './listing/listed.ts';
import { linksOfPage, type PagePosition, pageTokenFor } from './listing/pages.ts';
import type { Handler, Setup } from './operation.ts';
import { createRecordView } from './record-view.ts';
import { extraFields } from './response-fields.ts';
import { valueFor } from './samples.ts';
import { storeOf } from './store.ts';

/** Serves an operation that lists sample records, and those that were created. */
export function createListing(setup: Setup, operation: Operation): Handler {
  const store = storeOf(setup);
  const isReversed = setup.choices['unstated-order'] === 'reversed' && !operation.list?.order;
  const schema = recordSchemaOf(operation);
  const listedOf = onceFor(({ records }: { readonly records: readonly JsonObject[] }) => {
    // What has a value that the listing does not allow, such as the state of what was withdrawn, is not listed.
    const shown = records.filter((one) => hasListedValues(schema, one));
    return createListed(isReversed ? shown.toReversed() : shown);
  });
  return createListingHandler(setup, operation, () => ({
    find: (values, isFirst) => {
      const collection = store.listed(operation, values, isFirst);
      return collection && listedOf(collection);
    },
    write: createRecordWriter(setup, operation),
  }));
}

function createRecordWriter({ choices }: Setup, operation: Operation): PageWriter<JsonObject> {
  const { list, record: place, response } = operation;
  if (!list) throw new Error(`${operation.id} lists nothing`);
  const { total, totalPages, hasMore, outputToken, names } = list;
  const show = onceFor(createRecordView({ choices }, operation));
  const around = createSurroundings(operation, extraFields(choices));
  const echoed = (name: string): Place | undefined =>
    name !== '' && schemaAt(response, [name]) !== undefined ? { of: 'body', path: [name] } : undefined;
  const tokenSchema = outputToken?.of === 'body' ? schemaAt(response, outputToken.path) : undefined;
  const isNullable = typesOf(tokenSchema).includes('null');
  // What has to be there is null or empty.
  const absent = isRequiredAt(response, outputToken) ? (isNullable ? null : '') : undefined;
  const noToken = { absent, null: isNullable ? null : absent, empty: '' }[choices['last-token']];
  return (listed, matching, position) => {
    const { offset, limit } = position.page;
    const end = offset + limit;
    const isMore = end < matching.length;
    const all =
      total?.counts === 'all' || (total?.counts === 'either' && choices['filtered-total'] === 'whole');
    const counted = (all ? listed.entries : matching).length;
    const links = linksOf(operation, { ...position, total: matching.length }, choices);
    const values: PlacedValues = [
      [echoed(names.limit), limit],
      [echoed(names.offset), writtenOffset(list, offset, limit)],
      [total?.at, counted],
      [totalPages, limit < 1 ? undefined : Math.ceil(counted / limit)],
      [hasMore, isMore],
      [outputToken, isMore ? pageTokenFor(end, position.kept, choices) : noToken],
      [
        { of: 'body', path: place },
        matching.slice(offset, end).map((one) => withPlacedValues(show(one), links, 'record')),
      ],
      ...links,
    ];
    const body = withPlacedValues(around, values, 'body');
    const headers = values.flatMap(([at, value]): Header[] =>
      at?.of === 'header' && value !== undefined && value !== null ? [[at.name, String(value)]] : [],
    );
    return { body: Buffer.from(JSON.stringify(body)), headers };
  };
}

function isRequiredAt(response: JsonObject, place: Place | undefined): boolean {
  if (place?.of !== 'body') return false;
  const required = requiredOf(schemaAt(response, place.path.slice(0, -1)));
  return required.includes(String(place.path.at(-1) ?? ''));
}

type PlacedValues = readonly (readonly [place: Place | undefined, value: Json | undefined])[];

/** A body or a record with the values that are placed in it. */
const withPlacedValues = (whole: Json, values: PlacedValues, of: 'body' | 'record'): Json =>
  values.reduce<Json>(
    (changed, [at, value]) =>
      at?.of === of && value !== undefined ? withAt(changed, at.path, value) : changed,
    whole,
  );

/** The links of a page where its contract places them: addresses, or numbers of pages where those are integers. */
function linksOf(
  { list, response, record }: Operation,
  position: PagePosition,
  given: Choices,
): PlacedValues {
  if (!list?.links) return [];
  // A parameter for cursors is one of the shipped contract.
  const choices = {
    ...given,
    ...(given['link-form'] === 'cursor' ? { 'link-form': 'absolute' as const } : {}),
  };
  const shown = linksOfPage(position, list, choices);
  const all = linksOfPage(position, list, { ...choices, 'link-fields': 'all' });
  if ('header' in list.links) {
    const written = Object.entries(shown).flatMap(([name, link]) =>
      link ? [`<${link}>; rel="${name}"`] : [],
    );
    return [[{ of: 'header', name: list.links.header }, written.join(', ')]];
  }
  return Object.entries(list.links.places).map(([name, at]) => {
    const link = relations.find((one) => one === name);
    const value = link && (shown[link] ?? (isRequiredAt(response, at) ? all[link] : shown[link]));
    if (at.of === 'header' || value === undefined) return [undefined, undefined];
    const schema = schemaAt(at.of === 'record' ? itemsOf(schemaAt(response, record)) : response, at.path);
    const number = typeof value === 'string' ? numberInLink(value, list.names.offset) : undefined;
    const types = typesOf(schema);
    if (types.includes('integer') && number !== undefined) return [at, number];
    return value === null && !types.includes('null') ? [undefined, undefined] : [at, value];
  });
}

const itemsOf = (schema: unknown): unknown => at(schema, 'items');

/** The number of a page in a link. */
function numberInLink(link: string, name: string): number | undefined {
  const text = queryIn(link).get(name);
  return text === null ? undefined : Number(text);
}

/** What a page has beside its records: the fields that it must have, with values that never change. */
function createSurroundings({ response, list, record }: Operation, extra: JsonObject): JsonObject {
  const required = requiredOf(response);
  const linked = list?.links && 'places' in list.links ? Object.values(list.links.places) : [];
  const placed = [list?.total?.at, list?.totalPages, list?.hasMore, list?.outputToken, ...linked];
  const own = [record[0], ...placed.map((one) => (one?.of === 'body' ? one.path[0] : undefined))];
  const fields = Object.entries(propertiesOf(response)).filter(
    ([name]) => required.includes(name) && !own.includes(name),
  );
  const others = at(response, 'additionalProperties') === false ? {} : extra;
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, valueFor(name, schema, 1)])),
    ...others,
  };
}
