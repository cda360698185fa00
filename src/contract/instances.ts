import { isObject, type Json, type Path } from '../json/json.ts';
import type { MemberPath } from './contract.ts';

/** A value and where it was found. */
export type Instance = { readonly path: Path; readonly value: Json };

/** Every value a field path leads to; `[]` means each item of an array, `{}` each value of a map. */
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
