// What may have happened to records since the tests of a client were written.

import type { Contract } from '../../src/contract/contract.ts';
import { defaultConditions, type FilterField, fieldFor, isSimple } from '../../src/contract/list-filters.ts';
import { everyOperation, type Operation, type OperationId } from '../../src/contract/operations.ts';
import { idSchemaOf, keyOfRecord } from '../../src/contract/record.ts';
import { listingOf } from '../../src/contract/related-operations.ts';
import { fitText } from '../../src/contract/schema-values.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import { percentDecoded } from '../../src/percent.ts';
import { createIds } from '../../src/stub/samples.ts';
import type { RecordChange } from '../stub-target/sample-data.ts';

type ChangeAfter = (exchanges: readonly Exchange[]) => RecordChange;

/** Ids of added records begin here, above those of sample data and of created records. */
const firstAdded = 200_000;

/** Adds records to each collection that shows some: copies of its last one, with ids and texts of their own. */
export const moreRecords =
  (countFor: (listing: Operation) => number): ChangeAfter =>
  () => {
    let number = firstAdded;
    return (records, listing) => {
      const last = records.findLast((record) => isListedRecord(record, listing));
      if (!last) return records;
      const added = Array.from({ length: countFor(listing) }, () => {
        number += 1;
        return copyOf(last, listing, number);
      });
      return [...records, ...added];
    };
  };

/** Whether a record is listed without a filter: a filter with a default is in force where it is left out. */
function isListedRecord(record: JsonObject, { list, parameters }: Operation): boolean {
  const form = list?.filter;
  return (form ? defaultConditions(form, parameters) : []).every((condition) => {
    const place = form && fieldFor(form, condition)?.place;
    return !place || String(at(record, ...place)) === condition.value;
  });
}

function copyOf(record: JsonObject, listing: Operation, number: number): JsonObject {
  const schema = idSchemaOf(listing);
  const id = isObject(schema) ? createIds(schema)(String(listing.idPlace.at(-1)), number) : number;
  const texts = textFieldsOf(listing).filter(({ place }) => typeof at(record, ...place) === 'string');
  return texts.reduce<Json>(
    (copy, { place, schema: form }) =>
      withAt(copy, place, fitText(isObject(form) ? form : {}, `added-since-${number}`)),
    withAt(record, listing.idPlace, id),
  ) as JsonObject;
}

/** What a filter looks for, if it may be any text. */
const textFieldsOf = ({ list }: Operation): readonly FilterField[] =>
  (list?.filter?.fields ?? []).filter(
    ({ schema, place }) =>
      at(schema, 'type') === 'string' &&
      ['enum', 'const', 'format'].every((keyword) => at(schema, keyword) === undefined) &&
      String(place) !== String(list?.identifier[0]),
  );

/** Removes the last record of each collection that no request of the client names. */
export const oneRecordLess: ChangeAfter = (exchanges) => (records, listing) => {
  const isUnnamed = isUnnamedIn(exchanges);
  const last = records.findLast((record) => isListedRecord(record, listing) && isUnnamed(record, listing));
  return records.filter((record) => record !== last);
};

/** The listings that show what an operation creates. */
export const filledListings = (contract: Contract): ReadonlySet<OperationId> =>
  new Set(
    everyOperation(contract).flatMap((one) => (one.kind === 'create' && listingOf(contract, one)?.id) || []),
  );

/** Leaves the records that requests of the client name, in each collection that a creation fills. */
export const namedRecords =
  (contract: Contract): ChangeAfter =>
  (exchanges) => {
    const isUnnamed = isUnnamedIn(exchanges);
    const filled = filledListings(contract);
    return (records, listing) =>
      filled.has(listing.id) ? records.filter((record) => !isUnnamed(record, listing)) : records;
  };

/** If a client filters by all of so many records, it took their values from a listing, and does not expect them. */
const manyRecords = 10;

/**
 * Gives two records of each collection the same value of an attribute: the last two that no request of the client names, or,
 * if the client names all of many records, the last two.
 */
export const equalValues =
  (attribute: string): ChangeAfter =>
  (exchanges) => {
    const isUnnamed = isUnnamedIn(exchanges);
    const changed = new Map<JsonObject, JsonObject>();
    return (records, listing) => {
      const place = textFieldsOf(listing).find((field) => field.attribute === attribute)?.place;
      if (!place) return records;
      // Clients leave out values that are hard to write in a filter.
      const able = records.filter((record) => isSimple(String(at(record, ...place) ?? '"')));
      const unnamed = able.filter((record) => isUnnamed(record, listing));
      const pair = (unnamed.length < 2 && able.length >= manyRecords ? able : unnamed).slice(-2);
      const [shared] = pair.flatMap((record) => changed.get(record) ?? []).concat(pair);
      const value = at(shared, ...place) as Json | undefined;
      if (value !== undefined)
        for (const record of pair)
          if (!changed.has(record)) changed.set(record, withAt(record, place, value) as JsonObject);
      return records.map((record) => changed.get(record) ?? record);
    };
  };

/** Whether no request of the client names a record, by its id or by what a filter looks for. */
function isUnnamedIn(exchanges: readonly Exchange[]): (record: JsonObject, listing: Operation) => boolean {
  const targets = [
    ...new Set(exchanges.map(({ request }) => percentDecoded(request.target.replaceAll('+', ' ')))),
  ];
  return (record, listing) => {
    const values = textFieldsOf(listing).map(({ place }) => at(record, ...place));
    return ![keyOfRecord(listing, record), ...values].some(
      (value) => typeof value === 'string' && targets.some((target) => namesValue(target, value)),
    );
  };
}

/** A number may be a part of many others. */
const namesValue = (target: string, value: string): boolean =>
  /^\d+$/.test(value) ? target.split(/\D+/).includes(value) : target.includes(value);
