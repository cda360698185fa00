// Fields of which a description says that no two records have the same, as a contract may state by `x-distinct`.

import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';
import type { Contract } from './contract.ts';
import { type DocumentPart, jsonSchemaOf, partAt } from './openapi.ts';
import { type Operation, ofKind } from './operations.ts';
import { requestFields } from './record.ts';
import { namedStatuses, statedResponse } from './statuses.ts';

/** The fields of a creation that seem to differ for each record, with the places of their schemas in responses. */
export type MaybeDistinct = {
  readonly method: string;
  readonly url: string;
  readonly fields: readonly { readonly name: string; readonly path: Path }[];
};

/**
 * What descriptions of fields say, of creations that document 409. Below another record, a value is mostly distinct only
 * among the records there.
 */
export const maybeDistinct = (contract: Contract): MaybeDistinct[] =>
  ofKind(contract, 'create').flatMap((creation) => {
    if (creation.pathParameters.length > 0 || !namedStatuses(contract, creation).includes('409')) return [];
    const fields = Object.entries(requestFields(creation)).flatMap(([name, schema]) => {
      const path = saysDistinct(schema) ? schemaOfShown(contract.document, creation, name) : undefined;
      return path && at(contract.document, ...path, 'x-distinct') === undefined ? [{ name, path }] : [];
    });
    return fields.length === 0 ? [] : [{ method: creation.method, url: creation.path, fields }];
  });

function saysDistinct(schema: unknown): boolean {
  const said = String(at(schema, 'description') ?? '');
  const isScalar = typesOf(schema).some((type) => ['string', 'integer', 'number'].includes(String(type)));
  return (
    isScalar && /\b(?:unique|distinct|no two)\b/i.test(said) && !/\b(?:not|non)\b[^.;]*\bunique\b/i.test(said)
  );
}

/** Where the document has the schema of a field of what a creation returns. */
function schemaOfShown(document: JsonObject, creation: Operation, name: string): Path | undefined {
  const { success, record } = creation;
  const response = statedResponse({ document }, creation, success);
  const schema = response && jsonSchemaOf(response);
  const holder = record.reduce<DocumentPart | undefined>(
    (part, step) => part && partAt(document, [...part.path, 'properties', step]),
    schema && partAt(document, schema.path),
  );
  const place = holder && [...holder.path, 'properties', name];
  return place && isObject(at(document, ...place)) ? place : undefined;
}
