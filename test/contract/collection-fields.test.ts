import { expect, it } from 'vitest';
import { collectionFields } from '../../src/contract/collection-fields.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { loadFiles } from './own-contract.ts';

type Types = { readonly parameter: object; readonly field: object };

/** The fields of comments whose values are compared with the address of their listing. */
async function fieldsOf(name: string, { parameter, field }: Types, list: object = { identifier: '/id' }) {
  const contract = await loadFiles({
    'openapi.yaml': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Help desk', version: '1.0.0' },
      paths: {
        [`/tickets/{${name}}/comments`]: {
          get: {
            operationId: 'listComments',
            'x-list': { items: '$response.body', ...list },
            parameters: [{ name, in: 'path', required: true, schema: parameter }],
            responses: {
              200: {
                description: 'all',
                content: {
                  'application/json': {
                    schema: {
                      type: 'array',
                      items: {
                        type: 'object',
                        properties: { id: { type: 'integer' }, text: { type: 'string' }, [name]: field },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    }),
  });
  return collectionFields(operationIn(contract, 'listComments')).map((one) => one.name);
}

const text = { type: 'string' };
const integer = { type: 'integer' };

it.each<[string, string, Types, string[]]>([
  ['a field that names the parent', 'ticket', { parameter: text, field: text }, ['ticket']],
  ['a number that an integer names', 'ticket', { parameter: integer, field: { type: 'number' } }, ['ticket']],
  ['a field whose parameter has no type', 'ticket', { parameter: {}, field: integer }, ['ticket']],
  ['no field of another type', 'ticket', { parameter: text, field: integer }, []],
  ['no identifier', 'id', { parameter: integer, field: integer }, []],
  ['no identifier of another type', 'id', { parameter: { type: 'string', format: 'uuid' }, field: integer }, []],
])('compares %s with the parameter of its name', async (_, name, types, fields) => {
  expect(await fieldsOf(name, types)).toEqual(fields);
}); // biome-ignore format: one line a case

it('compares a part of an identifier that names the parent', async () => {
  const list = { identifier: ['/ticket', '/id'] };
  expect(await fieldsOf('ticket', { parameter: text, field: text }, list)).toEqual(['ticket']);
});
