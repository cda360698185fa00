import { UserError } from '../errors.ts';
import { isAtOrIn, isObject, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { propertiesOf, schemaAt } from '../json/schema-at.ts';
import type { Where } from '../yaml/yaml-file.ts';
import type { FieldPromise } from './contract.ts';
import { isChanging, type Operation, type OperationId } from './operations.ts';
import { requestFields } from './record.ts';
import { readerOf } from './related-operations.ts';

/**
 * Reads `x-returns` and `x-distinct` of the fields of responses. An operation that reads may return the fields of the
 * one that creates; they count once.
 */
export function promisesIn(
  operations: Readonly<Record<OperationId, Operation>>,
  where: Where,
): FieldPromise[] {
  const all = Object.values(operations);
  const ofCreations = new Set(
    all.flatMap(({ request, response }) => (request ? extended(response).map(keyOfPromise) : [])),
  );
  return all.flatMap((operation) => {
    const { id, request, response, record } = operation;
    /** Whether a change may set a field of its record, so that a reading shows the value of another. */
    const mayTake = (field: Path): boolean =>
      String(field.at(-1)) in requestFields(operation) && readerOf({ operations }, id) !== undefined;
    return extended(response).flatMap((one): FieldPromise[] => {
      if (!request && ofCreations.has(keyOfPromise(one))) return [];
      const { field, schema } = one;
      const name = field.join('.');
      const isOfRecord = isAtOrIn(field, record);
      const words = field
        .slice(isOfRecord ? record.length : 0)
        .join('-')
        .replaceAll(/[^A-Za-z0-9]+/g, '-');
      const promise = (extension: string, suffix: string, text: string): FieldPromise => ({
        operation: id,
        path: field,
        clause: {
          id: `${id}/${words}-${suffix}`,
          at: [`${extension}#${name}`],
          level: 'must',
          text,
          derived: true,
        },
      });
      const { 'x-returns': returns, 'x-distinct': distinct } = schema;
      const place = where(operation.place);
      const sentAt = stepsOf(String(returns));
      if (returns !== undefined && (!request || schemaAt(request, sentAt) === undefined))
        throw new UserError(`${place}: x-returns of ${name}: no request has ${returns}; correct the place.`);
      if (distinct !== undefined && distinct !== 'requests')
        throw new UserError(
          `${place}: x-distinct of ${name} is ${JSON.stringify(distinct)}; write: requests.`,
        );
      const [same, different] = [
        `\`${name}\` is returned as sent in \`${sentAt.join('.')}\`.`,
        isChanging(operation)
          ? `No change gives a record the \`${name}\` of another.`
          : `Different requests get different \`${name}\`.`,
      ];
      const isDistinct = distinct !== undefined && (!isChanging(operation) || mayTake(field));
      return [
        ...(returns === undefined ? [] : [{ ...promise('x-returns', 'returned', same), sentAt }]),
        ...(isDistinct ? [promise('x-distinct', 'distinct', different)] : []),
      ];
    });
  });
}

const keyOfPromise = ({ field, schema }: { readonly field: Path; readonly schema: JsonObject }): string =>
  JSON.stringify([field, schema['x-returns'], schema['x-distinct']]);

function extended(
  schema: unknown,
  field: Path = [],
): { readonly field: Path; readonly schema: JsonObject }[] {
  if (!isObject(schema)) return [];
  const own =
    Object.hasOwn(schema, 'x-returns') || Object.hasOwn(schema, 'x-distinct') ? [{ field, schema }] : [];
  const inner = Object.entries(propertiesOf(schema));
  return [...own, ...inner.flatMap(([name, one]) => extended(one, [...field, name]))];
}
