import type { MemberPath } from '../../src/contract/contract.ts';
import { readBody } from '../../src/wire/body.ts';
import type { Reply } from '../../src/wire/exchange.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/wire/json.ts';

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

/** Where a value stands in a body, and in which product of a list, for a report. */
export function place(json: Json, path: Path): string {
  const item = path.findIndex((step) => typeof step === 'number');
  const id = item < 0 ? undefined : at(json, ...path.slice(0, item + 1), 'id');
  const whose = typeof id === 'string' ? ` (of ${id})` : '';
  return (printPath(path) || 'the body') + whose;
}

/** A value as a report shows it: short, on one line. */
export function printValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  // JSON text may hold numbers that no double can: they are read as infinite.
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  if (text.length <= 120) return text;
  return typeof value === 'string'
    ? `${text.slice(0, 60)}…" (${value.length} characters)`
    : `${text.slice(0, 119)}…`;
}
