import { type Constraint, type Contract, type FieldPath, firstPath } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { fitList, fitObject, type PatternTexts, schemaBelow } from '../../src/contract/schema-values.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/json/json.ts';

/** Changes the entry of a list or the field of an object. */
type HolderEdit = (holder: Json, key: string | number) => Json;

/**
 * Edits a request at the place of a constraint. What the place is in is added if it is missing: an optional object with its
 * required fields, an entry of a list.
 */
export const editAt = (
  { operations, texts }: Contract,
  constraint: Constraint,
  body: Json,
  edit: HolderEdit,
): Json => {
  // The body is read as the only entry of a list, so that it has a holder, too.
  const { request = {} } = operationIn({ operations }, constraint.operation);
  const path = ['[]', ...firstPath(constraint)];
  return at(editBelow({ items: request }, [body], path, edit, texts), 0) as Json;
};

function editBelow(
  schema: Json | undefined,
  value: Json | undefined,
  [step, ...rest]: FieldPath,
  edit: HolderEdit,
  texts: PatternTexts | undefined,
): Json {
  const whole = isObject(schema) ? schema : {};
  if (step === undefined) return value ?? null;
  const below = (inner: Json | undefined): Json =>
    editBelow(schemaBelow(whole, step), inner, rest, edit, texts);
  if (step === '[]') {
    const minItems = Math.max(1, Number(whole.minItems ?? 0));
    const list =
      Array.isArray(value) && value.length > 0 ? value : fitList({ ...whole, minItems }, [], texts);
    return rest.length === 0 ? edit(list, 0) : list.with(0, below(list[0]));
  }
  const object = isObject(value) ? value : fitObject(whole, {}, texts);
  const key = step === '{}' ? entryOf(whole, object) : step;
  return rest.length === 0 ? edit(object, key) : { ...object, [key]: below(object[key]) };
}

/** The name of an entry of a map that is no field of its own. */
function entryOf({ properties }: JsonObject, map: JsonObject): string {
  const own = Object.keys(isObject(properties) ? properties : {});
  return Object.keys(map).find((name) => !own.includes(name)) ?? 'one_more';
}
