/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [member: string]: Json };
/** Where a value stands: member names and array positions, outermost first. */
export type Path = readonly (string | number)[];

/** Tells a JSON object from every other value. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path; undefined where any step is missing. Inherited members are not seen. */
export function at(value: unknown, ...path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** A copy of a value with one place set; missing objects on the way are made. */
export function withAt(value: Json | undefined, path: Path, put: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? withAt(item, rest, put) : item));
  }
  const object = isObject(value) ? value : {};
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: withAt(inner, rest, put) };
}

/** A copy of a value with one place left out. */
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
  const { [step]: _left, ...others } = value;
  return others;
}
