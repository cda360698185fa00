import type { HttpRequest } from './http/exchange.ts';
import { at, type Json, type Path } from './json/json.ts';

/** A path as a person writes it: `data.links[0].self`. */
export const printPath = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** The same of any entry of the lists on the way: `data[].attributes.name`. */
export const printField = (path: Path): string => printPath(path).replaceAll(/\[\d+\]/g, '[]') || 'the body';

export function place(json: Json, path: Path): string {
  const item = path.findIndex((step) => typeof step === 'number');
  const id = item < 0 ? undefined : at(json, ...path.slice(0, item + 1), 'id');
  const whose = typeof id === 'string' ? ` (of ${id})` : '';
  return (printPath(path) || 'the body') + whose;
}

/** A value as a finding shows it; long ones are cut. */
export function printValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  // JSON text may hold numbers that no double can: they are read as infinite.
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.length > 120) {
    // Of a link, the query matters more than the path. It is whole, so that a secret in it is found.
    const [, origin, query] = /^(https?:\/\/[^/?]{1,60}\/)[^?]*(\?.{1,80})$/.exec(value) ?? [];
    const shown =
      query === undefined
        ? `${JSON.stringify(value.slice(0, 60)).slice(0, 60)}…"`
        : JSON.stringify(`${origin}…${query}`);
    return `${shown} (${value.length} characters)`;
  }
  const text = JSON.stringify(value);
  if (text.length <= 120) return text;
  return typeof value === 'string'
    ? `${text.slice(0, 60)}…" (${value.length} characters)`
    : `${text.slice(0, 119)}…`;
}

export function printNames(all: readonly string[], most: number): string {
  const shown = all.slice(0, most).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown;
}

export const printRequest = ({ method, target }: Pick<HttpRequest, 'method' | 'target'>): string =>
  `${method} ${target.length > 120 ? `${target.slice(0, 119)}…` : target}`;

export const printFilter = (filter: string): string =>
  filter.replace(/^(\w+\([^,]*,[^,]*),([^,]*,.*)\)$/, (_, first: string, others: string) =>
    others.length < 60 ? `${first},${others})` : `${first} and ${others.split(',').length} more)`,
  );

/** Describes how two lists of ids differ; undefined if they are equal. */
export function differ(expected: readonly string[], saw: readonly string[]): string | undefined {
  const [wanted, seen] = [new Set(expected), new Set(saw)];
  const lost = expected.find((id) => !seen.has(id));
  const extra = saw.find((id) => !wanted.has(id));
  if (lost !== undefined) return extra === undefined ? `${lost} missing` : `${extra} instead of ${lost}`;
  if (extra !== undefined) return `${extra} as well`;
  if (saw.length !== expected.length) return 'one of them twice';
  const place = expected.findIndex((id, index) => saw[index] !== id);
  return place < 0 ? undefined : `another order from place ${place + 1} on`;
}
