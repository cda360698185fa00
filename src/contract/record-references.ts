import { UserError } from '../errors.ts';
import { at, type Json, type JsonObject } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';
import { nameWords } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { anyRecord } from './nouns.ts';
import {
  everyOperation,
  type Operation,
  type OperationId,
  ofKind,
  operationIn,
  type WithOperations,
} from './operations.ts';
import { idSchemaOf, requestFields, requiredFields } from './record.ts';
import { creatorAbove, creatorOf } from './related-operations.ts';

/**
 * The operations of a contract with what their requests refer to: as `x-refers` states, else as names and types suggest,
 * unless a record would then need itself. What is suggested is no more than a value that a server is likely to accept.
 */
export function withReferences(contract: WithOperations, where: Where): Operation[] {
  const operations = everyOperation(contract);
  const found = new Map<OperationId, Operation['references'][number][]>(operations.map(({ id }) => [id, []]));
  const needs = (id: OperationId, needed: OperationId): boolean => {
    const own = operationIn(contract, id);
    const above = own.pathParameters.flatMap((name) => creatorAbove(contract, own, name)?.id ?? []);
    const referred = (found.get(id) ?? []).map(({ creation }) => creation);
    return id === needed || [...above, ...referred].some((one) => needs(one, needed));
  };
  const all = operations.flatMap((operation) => referencesOf(contract, operation));
  for (const part of ['stated', 'required', 'optional'] as const)
    for (const { sure, operation, field, creation } of all) {
      if (sure !== part) continue;
      const { id } = operation;
      const isStated = part === 'stated';
      const place = (): string => where(operation.place);
      if (isStated && contract.operations[creation]?.kind !== 'create')
        throw new UserError(
          `${place()}: x-refers of ${field} is "${creation}", which is no operation that creates; name one.`,
        );
      if (!needs(creation, id)) found.get(id)?.push({ field, creation });
      else if (isStated)
        throw new UserError(
          `${place()}: x-refers of ${field} leads back to ${creation}, so that none could be created first; remove one of them.`,
        );
    }
  return operations.map((one) => ({ ...one, references: found.get(one.id) ?? [] }));
}

type MaybeReference = Operation['references'][number] & {
  readonly operation: Operation;
  readonly sure: 'stated' | 'required' | 'optional';
};

function referencesOf(contract: WithOperations, operation: Operation): MaybeReference[] {
  const required = requiredFields(operation);
  return Object.entries(requestFields(operation)).flatMap(([field, schema]): MaybeReference[] => {
    const stated = at(schema, 'x-refers');
    if (stated !== undefined) return [{ operation, field, creation: String(stated), sure: 'stated' }];
    const named = namedCreation(contract, field, schema);
    // What has the name of the own record may be its id.
    if (!named || named.id === creatorOf(contract, operation.id)?.id) return [];
    return [
      { operation, field, creation: named.id, sure: required.includes(field) ? 'required' : 'optional' },
    ];
  });
}

/** The noun of a field with the id of another record: `show` of `showId` and `show_id`; undefined if its name says no such thing. */
export const nounOfId = (field: string): string | undefined =>
  /^(.+) (?:id|uuid)$/.exec(nameWords(field))?.[1];

/** The fields of a request with those first that have the id of another record. */
export const idsFirst = (fields: JsonObject): [string, Json][] =>
  Object.entries(fields).toSorted(
    ([one], [other]) => Number(nounOfId(one) === undefined) - Number(nounOfId(other) === undefined),
  );

/** The creation whose records a field names: `showId`, or `show` if it has an id that is no free text. */
function namedCreation(contract: WithOperations, field: string, schema: Json): Operation | undefined {
  const noun = nounOfId(field);
  const isPlain = typesOf(schema).includes('integer') || at(schema, 'format') === 'uuid';
  if (noun === undefined && !isPlain) return undefined;
  const words = nameWords(field);
  const isNamed = ({ nouns }: Operation): boolean =>
    nouns !== anyRecord &&
    (noun === undefined ? words === nouns.record : ` ${noun}`.endsWith(` ${nouns.record}`));
  return ofKind(contract, 'create')
    .filter((one) => isNamed(one) && isLikeId(schema, idSchemaOf(one)))
    .toSorted((one, other) => other.nouns.record.length - one.nouns.record.length)[0];
}

function isLikeId(schema: Json, id: unknown): boolean {
  const formats = new Set([schema, id].flatMap((one) => at(one, 'format') ?? []));
  return (
    typesOf(schema).some((type) => type !== 'null' && typesOf(id).includes(type)) &&
    formats.size < 2 &&
    ['enum', 'const'].every((keyword) => at(schema, keyword) === undefined)
  );
}
