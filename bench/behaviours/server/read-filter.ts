import type { Filter } from './ways.ts';

/** A filter of the shapes in section 4.3; undefined where it is another. */
export function readFilter(expression: string): Filter | undefined {
  const [, operator, attribute, operand = ''] =
    /^(eq|in)\((name|slug|id),([^()'"]+)\)$/.exec(expression) ?? [];
  if (operator === 'in' && attribute === 'id') return { operator, attribute, values: operand.split(',') };
  if (operator === 'eq' && (attribute === 'name' || attribute === 'slug'))
    return { operator, attribute, values: [operand] };
  return undefined;
}
