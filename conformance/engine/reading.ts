import type { MemberPath } from '../../src/contract/contract.ts';
import { readBody } from '../../src/wire/body.ts';
import type { Reply } from '../../src/wire/exchange.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../src/wire/json.ts';

/** The JSON object a reply carries, if it carries one. */
export function jsonOf(reply: Reply): JsonObject | undefined {
  const body = readBody(reply.body);
  return 'json' in body && isObject(body.json) ? body.json : undefined;
}

/** A value and where it was found. */
export type Instance = { readonly path: Path; readonly value: Json };

/** Every value a member path leads to; `[]` stands for each item of an array, `{}` for each value of a map. */
export function instances(root: Json, path: MemberPath): Instance[] {
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

/** A path as one writes it: `data[3].attributes.name`. */
export const printPath = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** A value as a report shows it: short, on one line. */
export function printValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string' && value.length > 60) return `a string of ${value.length} characters`;
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
