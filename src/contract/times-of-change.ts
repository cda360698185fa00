import { at, type Path } from '../json/json.ts';
import { propertiesOf, schemaAt } from '../json/schema-at.ts';
import { nameWords } from '../words.ts';
import type { Operation, WithOperations } from './operations.ts';
import { recordSchemaOf } from './record.ts';
import { creatorOf, readerOf } from './related-operations.ts';

/** The words of a name for the time at which something was last changed, such as `updatedAt` and `last_update_time`. */
const nameOfTime =
  /^(?:date |time )?(?:last (?:change|edit|update|modification)|(?:last )?(?:updated|modified|changed|edited)|update|modification)(?: (?:at|on|time|date|timestamp|utc))*$/;

/** The names of objects that belong to the record around them; any other may be a record with times of its own. */
const isAboutRecord = /^_?(?:meta|metadata|attributes|timestamps?|dates|audit|sys|system)$/i;

/** Where a reading shows when a record was last changed, by what its fields are called: times that no request sets. */
export function timesOfChange(contract: WithOperations, operation: Operation): readonly Path[] {
  const setting = [creatorOf(contract, operation.id), operation].filter((one) => one !== undefined);
  const isSent = (place: Path, schema: unknown): boolean =>
    at(schema, 'readOnly') !== true &&
    setting.some(({ request, sentIn }) => schemaAt(request, [...sentIn, ...place]) !== undefined);
  const within = (schema: unknown, outer: Path): readonly Path[] =>
    Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
      const place = [...outer, name];
      const isTime = at(field, 'format') === 'date-time' && nameOfTime.test(nameWords(name));
      if (isTime) return isSent(place, field) ? [] : [place];
      return isAboutRecord.test(name) ? within(field, place) : [];
    });
  const reader = readerOf(contract, operation.id);
  return reader ? within(recordSchemaOf(reader), []) : [];
}
