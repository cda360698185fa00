import { at, isObject, type Json, type JsonObject, objectIn, stepsOf } from '../json/json.ts';
import { propertiesOf } from '../json/schema-at.ts';
import { onceFor } from '../once.ts';
import { alternatives } from './combine.ts';
import { pointerOf } from './references.ts';

/** The names of fields and parameters whose values are secret, each with the fields right below it that may be shown. */
export type SecretFields = ReadonlyMap<string, ReadonlySet<string>>;

/** What a document calls secret, by `x-secret` or `format: password`; `x-secret: false` is what may be shown right below that. */
export const secretFieldsIn = onceFor((document: JsonObject): SecretFields => {
  const found = new Map<string, Set<string>>();
  const note = (name: string, schema: Json | undefined): void => {
    const stated = statedOf(document, schema);
    if (!stated.some((one) => one['x-secret'] === true || one.format === 'password')) return;
    const shown = stated
      .flatMap((one) => Object.entries(propertiesOf(one)))
      .filter(([, field]) => at(field, 'x-secret') === false);
    found.set(name, new Set([...(found.get(name) ?? []), ...shown.map(([inner]) => inner)]));
  };
  const left: Json[] = [document];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) left.push(inner);
    if (Array.isArray(one)) continue;
    for (const [name, field] of Object.entries(propertiesOf(one))) note(name, field);
    if (typeof one.name === 'string' && typeof one.in === 'string') note(one.name, one.schema);
  }
  return found;
});

/** The names of page tokens, as each `x-list` states them, in lower case: they let nobody in. A plain `token` may be a key. */
export const pageTokensIn = onceFor((document: JsonObject): ReadonlySet<string> => {
  const lists = Object.values(objectIn(document, 'paths')).flatMap((path) =>
    Object.values(objectIn(path)).map((operation) => objectIn(operation, 'x-list')),
  );
  const names = lists.flatMap(({ inputToken, outputToken }) => [
    String(inputToken).toLowerCase(),
    String(outputToken)
      .toLowerCase()
      .replace(/^.*[/.]/, ''),
  ]);
  return new Set(names.filter((name) => name !== 'token'));
});

/** All schemas that state something of the values of a field, or of the items of its list. */
function statedOf(document: JsonObject, schema: Json | undefined): readonly JsonObject[] {
  const stated = new Set([schema].filter(isObject));
  // What is added on the way is visited, too.
  for (const one of stated) {
    const referred = typeof one.$ref === 'string' && at(document, ...stepsOf(pointerOf(one.$ref)));
    const parts = ['allOf', ...alternatives].flatMap((keyword) => one[keyword] ?? []);
    for (const part of [referred, one.items, ...parts]) if (isObject(part)) stated.add(part);
  }
  return [...stated];
}
