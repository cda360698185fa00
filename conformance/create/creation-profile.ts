// What valid requests of an operation are made of.

import {
  type Operation,
  type OperationId,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import { requestFields, requiredFields } from '../../src/contract/record.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { isFreeText, propertiesOf, schemaAt } from '../../src/json/schema-at.ts';
import { onceFor } from '../../src/once.ts';

type CreationProfile = {
  readonly optionalFields: readonly string[];
  /** Optional fields of each request; one contains the nonce. */
  readonly alwaysSent: readonly string[];
  readonly freeText: string;
  /** Where a record has the free text. */
  readonly freeTextIn: Path;
  /** Further fields that a server may reject, by choice; `sent` has the fields of a valid request. */
  readonly nonDefaultFields: (
    sent: unknown,
  ) => Readonly<Record<string, readonly [field: string, value: Json]>>;
};

/** Whether a schema says anything of values: a field of which nothing is stated is not sent. */
const isSchemaStated = (schema: Json): boolean =>
  isObject(schema) && Object.keys(schema).some((name) => name !== 'description' && !name.startsWith('x-'));

/** The place of a field in a record, the outermost first; the field of that name at its top if there is none. */
export function schemaPlace(schema: unknown, name: string): Path {
  const open: { readonly path: Path; readonly schema: unknown }[] = [{ path: [], schema }];
  for (const one of open)
    for (const [field, inner] of Object.entries(propertiesOf(one.schema))) {
      if (field === name) return [...one.path, field];
      open.push({ path: [...one.path, field], schema: inner });
    }
  return [name];
}

/** What a contract says of valid requests. */
export const creationProfile = (contract: WithOperations, id: OperationId): CreationProfile =>
  creationProfileOf(operationIn(contract, id));

const creationProfileOf = onceFor((operation: Operation): CreationProfile => {
  const { kind, response, record, idPlace } = operation;
  const fields = Object.entries(requestFields(operation));
  const required = requiredFields(operation);
  const isRequired = (name: string): boolean => required.includes(name);
  const [freeText = ''] = fields
    .filter(([, one]) => isFreeText(one))
    .map(([name]) => name)
    .toSorted((one, other) => Number(isRequired(other)) - Number(isRequired(one)));
  // A replacement without it would remove what shows whose record it is.
  const isWhole = kind === 'create' || kind === 'replace';
  const isInEach = isWhole && freeText !== '' && !isRequired(freeText);
  // A request that changes nothing may be rejected.
  const ofUpdate = kind === 'update' ? [freeText || (fields[0]?.[0] ?? '')] : [];
  return {
    // An id that a client may choose would have to be another one in each request.
    optionalFields: fields
      .filter(([, one]) => isSchemaStated(one))
      .map(([name]) => name)
      .filter((name) => !isRequired(name) && name !== String(idPlace[0]) && !(isInEach && name === freeText)),
    alwaysSent: isInEach ? [freeText] : ofUpdate,
    freeText,
    freeTextIn: schemaPlace(schemaAt(response, record), freeText),
    nonDefaultFields: (sent) =>
      Object.fromEntries(
        fields.flatMap(([name, one]) =>
          Object.entries((at(one, 'x-choice') ?? {}) as JsonObject).map(([choice, values]) => [
            choice,
            [name, [values].flat().find((value) => value !== at(sent, name)) ?? null],
          ]),
        ),
      ),
  };
});
