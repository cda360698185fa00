// Fields of which a description, of theirs or of 409, says that no two records have the same, as a contract may state by `x-distinct`.

import { at, isObject, type JsonObject, type Path } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';
import type { Contract } from './contract.ts';
import { jsonSchemaOf, partAt } from './openapi.ts';
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
 * What descriptions of fields say, of creations that document how they reject a value. Below another record, a value is mostly distinct only
 * among the records there.
 */
export const maybeDistinct = (contract: Contract): MaybeDistinct[] =>
  ofKind(contract, 'create').flatMap((creation) => {
    const documented = namedStatuses(contract, creation);
    const isRejected = ['400', '409', '422'].some((status) => documented.includes(status));
    if (creation.pathParameters.length > 0 || !isRejected) return [];
    const conflict = String(statedResponse(contract, creation, '409')?.found.description ?? '');
    const fields = Object.entries(requestFields(creation)).flatMap(([name, schema]) => {
      const isSaid = isScalar(schema) && (saysDistinct(schema) || saysTaken(conflict, name));
      const path = isSaid ? schemaOfShown(contract.document, creation, name) : undefined;
      return path && at(contract.document, ...path, 'x-distinct') === undefined ? [{ name, path }] : [];
    });
    return fields.length === 0 ? [] : [{ method: creation.method, url: creation.path, fields }];
  });

const isScalar = (schema: unknown): boolean =>
  typesOf(schema).some((type) => ['string', 'integer', 'number'].includes(String(type)));

function saysDistinct(schema: unknown): boolean {
  const said = String(at(schema, 'description') ?? '');
  return (
    /\b(?:unique|distinct|no two)\b/i.test(said) &&
    // What identifies may be a reference to another record.
    !/\b(?:not|non)\b[^.;]*\bunique\b|\bunique (?:id|identifier)\b/i.test(said)
  );
}

/** Whether the description of a conflict names a field as what another record has. */
const saysTaken = (said: string, name: string): boolean =>
  said.split(/[^\w-]+/).includes(name) && /\b(?:unique|taken|already|another|exists|duplicate)\b/i.test(said);

/** Where the document has the schema of a field of what a creation returns. */
function schemaOfShown(document: JsonObject, creation: Operation, name: string): Path | undefined {
  const response = statedResponse({ document }, creation, creation.success);
  return [...creation.record, name].reduce<Path | undefined>(
    (path, step) => path && placeOfProperty(document, path, step),
    response && jsonSchemaOf(response)?.path,
  );
}

/** More parts within parts than these are none that somebody wrote, but one that contains itself. */
const mostParts = 8;

/** Where a schema, or a part of its `allOf`, has a property. */
function placeOfProperty(document: JsonObject, path: Path, name: Path[number], within = 0): Path | undefined {
  const schema = partAt(document, path);
  if (!schema || within > mostParts) return undefined;
  const own = [...schema.path, 'properties', name];
  if (isObject(at(document, ...own))) return own;
  const parts = Array.isArray(schema.found.allOf) ? schema.found.allOf : [];
  return parts
    .map((_, index) => placeOfProperty(document, [...schema.path, 'allOf', index], name, within + 1))
    .find((place) => place !== undefined);
}
