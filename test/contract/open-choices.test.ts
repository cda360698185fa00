import { expect, it } from 'vitest';
import { choicesOf } from '../../src/contract/choices.ts';
import { contractOf, documentOf, type Style } from '../list/listings.ts';
import { loadFiles } from './own-contract.ts';

const filter = "filter: { template: '{attribute}={value}', queryables: { name: /name }, operators: [eq] }";
const either = 'total: { at: /total, counts: either }';
const paged = 'items: /items\noffset: offset\npageSize: limit';

it.each([
  ['filtered-total', 'own', `${paged}\n${either}\n${filter}`, true],
  ['filtered-total', 'offset', filter, false],
  ['filtered-total', 'own', `${paged}\n${either}`, false],
  ['limit-negative', 'offset', '', true],
  ['limit-negative', 'number without a size', '', false],
  // The parameter of this listing has a minimum of 1.
  ['limit-negative', 'own', 'items: /items\noffset: offset\npageSize: page', false],
] as const satisfies readonly (readonly [string, Style, string, boolean])[])(
  'whether %s is open in a listing by %s with %j: %s',
  async (id, style, more, isOpen) => {
    expect(choicesOf(await contractOf(style, more)).has(id)).toBe(isOpen);
  },
);

it.each([
  ['with parameters', true],
  ['without parameters', false],
])('whether the status of rejected requests is open in a listing %s: %s', async (_, isOpen) => {
  const contract = await loadFiles({
    'openapi.yaml': isOpen
      ? documentOf(paged)
      : documentOf('items: /items').replace(/ {6}parameters:\n(?: {8}- .*\n)+/, ''),
  });
  const choices = choicesOf(contract);
  expect(['listing-rejection', 'error-body'].map((id) => choices.has(id))).toEqual([isOpen, isOpen]);
});
