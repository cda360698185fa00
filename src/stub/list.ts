import type { Operation } from '../contract/operations.ts';
import { schemaAt } from '../contract/schema-at.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { extraFields } from './content.ts';
import { createListingHandler, type PageWriter } from './listing/handler.ts';
import { createListed } from './listing/listed.ts';
import { tokenFor } from './listing/pages.ts';
import type { Handler, Setup } from './operation.ts';
import { valueFor } from './samples.ts';
import { type StoredCollection, storeOf } from './store.ts';
import { createRecordView } from './view.ts';

/** Serves an operation that lists sample records, and those that were created. */
export function createListing(setup: Setup, operation: Operation): Handler {
  const store = storeOf(setup);
  const listedOf = onceFor(({ records }: StoredCollection) => createListed(records, (one) => one));
  return createListingHandler(setup, operation, () => ({
    find: (values) => {
      const collection = store.listed(operation, values);
      return collection && listedOf(collection);
    },
    write: createPageWriter(setup, operation),
  }));
}

function createPageWriter({ choices }: Setup, operation: Operation): PageWriter<JsonObject> {
  const { list, record: place, response } = operation;
  const { total, outputToken, names } = list ?? {};
  const show = onceFor(createRecordView({ choices }, operation));
  const around = createSurroundings(
    operation,
    choices['extra-members'] === 'some' ? extraFields(choices) : {},
  );
  const echoed = [names?.limit, names?.offset].map((name) =>
    name !== undefined && schemaAt(response, [name]) !== undefined ? [name] : undefined,
  );
  return (listed, matching, { page: { offset, limit } }) => {
    const end = offset + limit;
    const counted = choices['filtered-total'] === 'matching' ? matching : listed.entries;
    const values: readonly (readonly [place: readonly (string | number)[] | undefined, value: Json])[] = [
      [echoed[0], limit],
      [
        echoed[1],
        list?.firstPage === undefined ? offset : list.firstPage + Math.floor(offset / (limit || 1)),
      ],
      [total?.at.of === 'body' ? total.at.path : undefined, counted.length],
      [outputToken?.of === 'body' && end < matching.length ? outputToken.path : undefined, tokenFor(end)],
      [place, matching.slice(offset, end).map(show)],
    ];
    const body = values.reduce<Json>((whole, [at, value]) => (at ? withAt(whole, at, value) : whole), around);
    return Buffer.from(JSON.stringify(body));
  };
}

/** What a page has beside its records: the fields that it must have, with values that never change. */
function createSurroundings({ response, list, record }: Operation, extra: JsonObject): JsonObject {
  const properties = at(response, 'properties');
  const required = [at(response, 'required') ?? []].flat().map(String);
  const own = [record[0], list?.outputToken?.of === 'body' ? list.outputToken.path[0] : undefined];
  const fields = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => required.includes(name) && !own.includes(name),
  );
  const others = at(response, 'additionalProperties') === false ? {} : extra;
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, valueFor(name, schema, 1)])),
    ...others,
  };
}
