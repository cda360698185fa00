import { at, isObject, type Json, stepsOf } from '../json/json.ts';

/** The fields that contracts call secret, in lower case, each with the fields right below it that may be shown. */
const stated = new Map<string, ReadonlySet<string>>();

/** Their names in lower case; another list whenever a document was read, so that what is made of it can be kept. */
let names: readonly string[] = [];

/** Their names as the documents write them, which a search of bytes needs. */
const spelled = new Set<string>();

/**
 * Remembers the fields that a document calls secret, by `x-secret` or `format: password`, and those right below them with
 * `x-secret: false`, as long as the process runs: they are shown of no other contract either.
 */
export function stateSecrets(document: Json): void {
  const left: Json[] = [document];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    left.push(...Object.values(one));
    for (const [name, field] of Object.entries(fieldsOf(one))) {
      const reference = at(field, '$ref');
      const schema = (typeof reference === 'string' ? at(document, ...stepsOf(reference)) : field) as Json;
      if (at(schema, 'x-secret') !== true && at(schema, 'format') !== 'password') continue;
      stated.set(name.toLowerCase(), new Set(shownBelow(schema)));
      spelled.add(name);
    }
  }
  names = [...stated.keys()];
}

const fieldsOf = (schema: Json): Readonly<Record<string, Json>> => {
  const fields = at(schema, 'properties');
  return isObject(fields) ? fields : {};
};

const shownBelow = (schema: Json): string[] =>
  Object.entries(fieldsOf(schema)).flatMap(([name, field]) =>
    at(field, 'x-secret') === false ? [name] : [],
  );

export const statedSecrets = (): readonly string[] => names;

export const spelledSecrets = (): ReadonlySet<string> => spelled;

export const isStatedSecret = (name: string): boolean => stated.has(name.toLowerCase());

/** Whether a field that is secret may be shown below another. */
export const isShownBelow = (outer: string, name: string): boolean =>
  stated.get(outer.toLowerCase())?.has(name) === true;
