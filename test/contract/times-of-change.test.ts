import { expect, it } from 'vitest';
import { operationIn } from '../../src/contract/operations.ts';
import { timesOfChange } from '../../src/contract/times-of-change.ts';
import { lifeOf, loadDocument } from './own-contract.ts';

const fields = (names: readonly string[], more = ''): string =>
  names.map((name) => `${name}: { type: string, format: date-time${more} }`).join(', ');

const contract = await loadDocument(`openapi: 3.1.0
info: { title: Books, version: '1' }
paths:${lifeOf('/books', 'Book', true)}
components:
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        ${fields(['updatedAt', 'last_modified', 'dateModified', 'update_time', 'LastChange'], ', readOnly: true').replaceAll('}, ', '}\n        ')}
        ${fields(['createdAt', 'statusUpdatedAt', 'lastSeenAt'], ', readOnly: true').replaceAll('}, ', '}\n        ')}
        changedOn: { type: string, format: date-time }
        modified: { type: boolean, readOnly: true }
        meta: { type: object, readOnly: true, properties: { ${fields(['updated_at'], ', readOnly: true')} } }
        author: { type: object, readOnly: true, properties: { ${fields(['updatedAt'], ', readOnly: true')} } }
`);

it('a time of the last change is known by its name, and is none that a request sets', () => {
  expect(timesOfChange(contract, operationIn(contract, 'replaceBook')).map(String)).toEqual([
    'updatedAt',
    'last_modified',
    'dateModified',
    'update_time',
    'LastChange',
    'meta,updated_at',
  ]);
});
