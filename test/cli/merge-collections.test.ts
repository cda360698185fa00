import { expect, it } from 'vitest';
import { mergeCollections } from '../../conformance/cli/output/merge-collections.ts';
import { creates, lists, loadPaths } from '../contract/own-contract.ts';

const contract = await loadPaths(`
  /wells:
    ${creates('create', 'Well')}
    ${lists('list', 'Well')}
components:
  schemas:
    Well: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
`);

const read = (order: readonly string[] = []) => [
  { operation: 'list', values: [], total: 14, order, unlisted: [], referred: new Map() },
];

it('a collection that is read again gets its comments once, and what is new', () => {
  const first = mergeCollections(contract, 'baseUrl: http://127.0.0.1:1\n', read(), '2026-01-01');
  expect(first).toContain('# What it holds is not written: checks create records in it.');
  expect(mergeCollections(contract, first, read(), '2026-01-02')).toBe(first);
  const ordered = mergeCollections(contract, first, read(['1', '2']), '2026-01-03');
  expect(ordered.startsWith(first)).toBe(true);
  expect(ordered.slice(first.length)).toMatch(/^ +# These are marked.*\n +order:\n +- 1\n +- 2\n$/);
});
