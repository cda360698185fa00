import { kindChoices } from '../../src/contract/kind-choices.ts';
import { isAllowedText } from '../../src/contract/schema-values.ts';
import { type HttpResponse, type Mutant, withBody } from '../../src/http/exchange.ts';
import { at, type Json, type JsonObject, mapValues } from '../../src/json/json.ts';
import { schemaAt, typesOf } from '../../src/json/schema-at.ts';
import { usualNames } from '../../src/secrets/names.ts';
import { type Choices, usualChoices } from '../../src/stub/choices.ts';
import { writeTimestamp } from '../../src/stub/response-fields.ts';
import { onResponse } from '../mutants/edits.ts';
import { type Asked, isPlainText, onObjects, onValues } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';
import { soughtFields } from './field-changes.ts';

export function ofValues(): readonly ClientQuestion[] {
  const {
    asks,
    options: [usual, ...forms],
    words,
  } = kindChoices.timestamps;
  // biome-ignore format: one line an option
  return [
    question('timestamps', asks, String(usual),
      ...forms.map((form) => option(String(form), words[form], { choices: { timestamps: form }, middleware: onValues((value, { schema }) => (schema.format === 'date-time' ? inForm(value, form) : value)) }))),
    question('plain-timestamps', 'What form do timestamps in records have if the contract states none?', 'rfc3339',
      option('epoch', 'seconds since 1970', { middleware: onPlainTimestamps((time) => String(Math.floor(time.getTime() / 1000))) }),
      option('http', 'as in HTTP headers', { middleware: onPlainTimestamps((time) => time.toUTCString()) })),
    question('number-form', 'How is a whole number written where fractions are permitted?', '12',
      option('12.0', '', { middleware: (next, contract) => onResponse(withoutMarks)(onObjects(withMarkedNumbers)(next, contract), contract) })),
    question('clock', 'How does the clock of the server differ from that of the client?', 'same',
      option('behind', 'by ten minutes', { ahead: -600_000 }),
      option('ahead', 'by ten minutes', { ahead: 600_000 })),
    question('creation-times', 'Are the timestamps of a record the same that nothing changed?', 'same',
      option('apart', 'each a second after the one before', { middleware: onObjects(withTimesApart) })),
    question('credentials', 'What do credentials of a new record consist of?', 'letters and digits',
      option('opaque', 'characters of all kinds', { middleware: onCredentials((text) => `k/1+${Buffer.from(text).toString('base64')}~:`) }),
      option('short', 'twelve characters', { middleware: onCredentials((text) => text.slice(0, 12)) })),
    question('listed-ids', 'In which letter case are the ids of listed records returned?', 'lower',
      option('upper', '', { middleware: onObjects(withUpperIds) })),
  ];
}

const isTimestamp = (value: Json): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value);

const inForm = (value: Json, form: Choices['timestamps']): Json =>
  isTimestamp(value) ? writeTimestamp(new Date(value), { ...usualChoices, timestamps: form }) : value;

const onPlainTimestamps = (write: (time: Date) => string): Mutant =>
  onValues((value, { schema }, { kind }) =>
    (kind === 'list' || kind === 'read') && isPlainText(schema) && isTimestamp(value)
      ? write(new Date(value))
      : value,
  );

/** JSON has no way to say how a number is written. */
const mark = 'written with a fraction: ';

const withMarkedNumbers = (object: JsonObject, schema: JsonObject): JsonObject =>
  mapValues(object, (value, name) => {
    const isChanged = Number.isSafeInteger(value) && String(typesOf(schemaAt(schema, [name]))) === 'number';
    return isChanged ? `${mark}${value}.0` : value;
  });

const withoutMarks = (response: HttpResponse): HttpResponse =>
  withBody(
    response,
    Buffer.from(
      Buffer.from(response.body)
        .toString()
        .replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1'),
    ),
  );

function withTimesApart(object: JsonObject, _: JsonObject, { operation, isSent }: Asked): JsonObject {
  const sought = soughtFields(operation);
  // What was created comes before what was updated.
  const names = Object.keys(object)
    .toSorted()
    .filter(
      (name) => isTimestamp(object[name] ?? null) && !isSent(object[name] ?? null) && !sought.includes(name),
    );
  return mapValues(object, (value, name) => {
    const index = names.indexOf(name);
    return index < 1 ? value : new Date(Date.parse(String(value)) + index * 1000).toISOString();
  });
}

const onCredentials = (write: (text: string) => string): Mutant =>
  onValues((value, { name, schema }, { kind }) => {
    const isCredential = kind === 'create' && usualNames.isField(name) && isPlainText(schema);
    const written = isCredential && typeof value === 'string' ? write(value) : undefined;
    return written !== undefined && isAllowedText(schema, written) ? written : value;
  });

function withUpperIds(object: JsonObject, schema: JsonObject, { operation }: Asked): JsonObject {
  if (operation.kind !== 'list') return object;
  return mapValues(object, (value, name) => {
    const isId = typeof value === 'string' && at(schemaAt(schema, [name]), 'format') === 'uuid';
    return isId ? value.toUpperCase() : value;
  });
}
