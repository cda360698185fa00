import { expect, it } from 'vitest';
import { focusedOn } from '../../src/contract/contract.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { contractOf, documentOf, readerOf, styles, things } from './listings.ts';

it('a page has values of plain fields, and of others as JSON where they are compared', async () => {
  const filter = "filter: { template: '{attribute}={value}', queryables: { name: /type }, operators: [eq] }";
  const read = readerOf(await contractOf('offset', `${filter}\ncompared: [/name]`));
  const valuesOf = (name: unknown) =>
    read('?offset=0&limit=5', { items: [{ id: 'a', type: { big: true }, name }] as never[] }).items[0]
      ?.values;
  expect(valuesOf(['Tent'])).toEqual({ '/name': '["Tent"]' });
  expect(valuesOf(null)).toEqual({});
});

it('does not confuse collections that a parameter of the query names', async () => {
  const text = documentOf(styles.token).replace(
    'name: name, in: query',
    'name: name, in: query, required: true',
  );
  const read = readerOf(focusedOn(await loadDocument(text), 'listThings'));
  for (const name of ['a', 'b']) read(`?name=${name}&limit=1`, { items: things(name), token: 'second' });
  const { query } = read('?name=a&limit=1&cursor=second', { items: things('c') });
  expect(query).toMatchObject({ offset: 1, isDefined: true });
});
