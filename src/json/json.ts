/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [field: string]: Json };
/** A place in a JSON value: names of fields and indexes of lists. */
export type Path = readonly (string | number)[];

/** Undefined if a text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many values there are in a value, itself included; undefined if it nests deeper than so many levels. */
export function countValues(value: Json, levels: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 1;
  if (levels === 0) return undefined;
  let count = 1;
  for (const inner of Object.values(value)) {
    const more = countValues(inner, levels - 1);
    if (more === undefined) return undefined;
    count += more;
  }
  return count;
}

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** Whether a value has a type of JSON Schema. */
export const isOfType = (type: Json, value: Json): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeOf(value);

/** An object with other values of the same names. */
export const mapValues = <Value, Changed>(
  object: { readonly [name: string]: Value },
  change: (value: Value, name: string) => Changed,
): Record<string, Changed> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** A copy of data in which every text is written otherwise. */
export function withTexts<T>(value: T, write: (text: string) => string): T {
  if (typeof value === 'string') return write(value) as T;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, write)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withTexts(inner, write)]),
  ) as T;
}

/** An object without the fields that are undefined: one that may be left out may not be undefined. */
export const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/** Inherited fields are ignored. */
export function at(value: unknown, ...path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** The object at a place of a value; one without fields if there is none. */
export function objectIn(value: unknown, ...path: Path): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** A copy of a value with one place set; missing objects along the path are created. */
export function withAt(value: Json | undefined, path: Path, put: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withAt(item, rest, put) : item));
  }
  const object = objectIn(value);
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: withAt(inner, rest, put) };
}

/** A JSON value without what is at a path. */
export function withoutAt(value: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value)) {
    return rest.length === 0
      ? value.filter((_, index) => index !== step)
      : value.map((item, index) => (index === step ? withoutAt(item, rest) : item));
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: withoutAt(value[step] as Json, rest) };
  const { [step]: _removed, ...others } = value;
  return others;
}

/** Whether a path is that of a place, or of something in it. */
export const isAtOrIn = (path: Path, place: Path): boolean =>
  place.every((step, index) => path[index] === step);

export const escapePointer = (step: string): string =>
  /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;

export const pointerTo = (path: Path): string =>
  path.map((step) => `/${escapePointer(String(step))}`).join('');

/** Array positions remain strings. */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return pointer.includes('~')
    ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : steps;
}

type Instance = { readonly path: Path; readonly value: Json };

/** Every value at a field path, with its concrete path. */
export function instances(root: Json, path: readonly string[]): Instance[] {
  let found: Instance[] = [{ path: [], value: root }];
  for (const step of path) found = found.flatMap((instance) => stepInto(instance, step));
  return found;
}

function stepInto({ path, value }: Instance, step: string): Instance[] {
  if (Array.isArray(value)) {
    return step === '[]' ? value.map((item, index) => ({ path: [...path, index], value: item })) : [];
  }
  if (!isObject(value)) return [];
  if (step === '{}')
    return Object.entries(value).map(([name, item]) => ({ path: [...path, name], value: item }));
  return Object.hasOwn(value, step) ? [{ path: [...path, step], value: value[step] as Json }] : [];
}

export const withoutFields = (value: Json, paths: readonly (readonly string[])[]): Json =>
  paths
    .flatMap((path) => instances(value, path))
    .reduce<Json>((kept, { path }) => withoutAt(kept, path), value);
