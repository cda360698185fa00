import { expect, it } from 'vitest';
import { goodValues } from '../../conformance/list/parameters/experiments.ts';
import { constraintsOf, focusedOn } from '../../src/contract/contract.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';

it('sends texts at their bounds, but does not expect the last page that a contract allows to be served', async () => {
  const whole = await loadDocument(
    listingAt('/books', 'list', {
      list: 'items: /items, identifier: /id, pageIndex: page, pageSize: size',
      query: {
        page: 'type: integer, minimum: 1, maximum: 100000, default: 1',
        q: 'type: string, maxLength: 30',
        size: 'type: integer, minimum: 1, maximum: 50',
      },
      page: 'type: object, properties: { items: { type: array, items: { type: object, properties: { id: { type: string } } } } }',
    }),
  );
  const contract = focusedOn(whole, 'list');
  const values = constraintsOf(contract, 'list')
    .filter(({ side, keyword }) => side === 'parameter' && /imum$|^maxLength$/.test(keyword))
    .map((one) => [`${one.paths[0]} ${one.keyword}`, goodValues(contract, one)]);
  expect(Object.fromEntries(values)).toMatchObject({
    'page maximum': [],
    'page minimum': ['1'],
    'q maxLength': ['a'.repeat(30)],
    'size maximum': ['50'],
  });
});
