import { expect, it } from 'vitest';
import { contractOf, readerOf } from './listings.ts';

it('a page has values of plain fields, and of others as JSON where they are compared', async () => {
  const filter = "filter: { template: '{attribute}={value}', queryables: { name: /type }, operators: [eq] }";
  const read = readerOf(await contractOf('offset', `${filter}\ncompared: [/name]`));
  const valuesOf = (name: unknown) =>
    read('?offset=0&limit=5', { items: [{ id: 'a', type: { big: true }, name }] as never[] }).items[0]
      ?.values;
  expect(valuesOf(['Tent'])).toEqual({ '/name': '["Tent"]' });
  expect(valuesOf(null)).toEqual({});
});
