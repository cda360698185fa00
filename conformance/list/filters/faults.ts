// Why nothing can be meant by a filter.

import type { ListStructure } from '../../../src/contract/list.ts';
import { filterFields } from '../../../src/contract/list-filters.ts';

/** Operators that no contract has. */
export const meaningless = ['assay'];

/** An attribute that no contract has. */
export const unknownAttribute = 'assayNoSuchAttribute';

/** Whether filters are written as rules read them. */
const hasShippedGrammar = ({ filter }: ListStructure): boolean =>
  filter?.template.text.endsWith('={operator}({attribute},{value})') === true;

/**
 * Why no interpretation of a filter can ignore it. Undefined if it may have a meaning: blank, several conditions, an
 * attribute or an operator that is not specified.
 */
export function faultOf(
  list: ListStructure,
  filter: string,
): 'unparsable' | 'unknown operator' | 'unknown attribute' | undefined {
  if (filter.trim() === '') return undefined;
  const [, operator = '', attribute, value] = /^([^(),]*)\(([^(),]*),(.*)\)$/s.exec(filter) ?? [];
  if (meaningless.includes(operator)) return 'unknown operator';
  if (attribute === unknownAttribute) return 'unknown attribute';
  // Other grammars may mean something by what is no condition here.
  if (!hasShippedGrammar(list)) return undefined;
  const opened = filter.split('(').length;
  if (opened !== filter.split(')').length || opened === 1) return 'unparsable';
  if (attribute === undefined) return opened === 2 ? 'unparsable' : undefined;
  if (operator === '' || attribute === '') return 'unparsable';
  const isKnown = filterFields(list).some(
    (one) => one.means === 'eq' && one.operator === operator && one.attribute === attribute,
  );
  const isOpen = value !== undefined && /['"]/.test(value) && !/[(),:]/.test(value);
  return isKnown && (isOpen || value === '') ? 'unparsable' : undefined;
}
