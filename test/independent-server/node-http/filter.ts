import type { Product } from './product.ts';
import { Rejection } from './rejection.ts';

/** A filter, taken apart. */
export type Filter = {
  readonly operator: string;
  readonly attribute: string;
  readonly values: readonly string[];
};

/** Takes a filter apart. Values may be in quotes of either kind, and then hold anything but that quote. */
export function readFilter(text: string): Filter {
  const [, operator, attribute, rest] = /^(eq|in)\((\w+),(.+)\)$/s.exec(text) ?? [];
  if (operator === undefined || attribute === undefined || rest === undefined) {
    throw new Rejection(406, 'that filter makes no sense');
  }
  const values = [...rest.matchAll(/(?:^|,)(?:"([^"]*)"|'([^']*)'|([^,()"]*))(?=,|$)/g)];
  if (values.map(([whole]) => whole).join('') !== rest)
    throw new Rejection(406, 'that filter makes no sense');
  const read = values.map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  if (operator === 'eq' && read.length > 1) throw new Rejection(406, 'eq compares with one value');
  return { operator, attribute, values: read };
}

/** Whether a product is one of those asked for. What cannot be asked for is never met. */
export function matches({ id, name, slug }: Product, { operator, attribute, values }: Filter): boolean {
  if (operator === 'in') return attribute === 'id' && values.some((value) => value.toUpperCase() === id);
  if (attribute === 'name') return values.includes(name);
  return attribute === 'slug' && values.includes(slug);
}
