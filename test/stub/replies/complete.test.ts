import { expect, it } from 'vitest';
import { buildContract } from '../../../src/contract/build.ts';
import { at, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import { createCompleter } from '../../../src/stub/response-fields.ts';
import { ask, contract, makeStub } from '../shop-stub.ts';

const complete = createCompleter({
  type: 'object',
  required: ['id', 'kind', 'inner', 'count', 'tags'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    kind: { enum: ['live', 'test'] },
    count: { type: 'integer', minimum: 3 },
    tags: { type: 'array' },
    optional: { type: 'string' },
    inner: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 6 } },
    },
  },
});

it('adds what a schema requires, inside of objects too, and leaves what is there', () => {
  const inner = { name: 'texttt' };
  const [id, tags] = ['00000000-0000-4000-8000-000000000000', [] as Json[]];
  expect(complete({})).toEqual({ id, kind: 'live', count: 3, tags, inner });
  expect(complete({ id: 'own', kind: 'test', count: 0, tags: ['a'], inner: {}, more: null })).toEqual({
    id: 'own',
    kind: 'test',
    count: 0,
    tags: ['a'],
    inner,
    more: null,
  });
});

it('returns a field that the contract requires, although no code of the stub knows it', async () => {
  const place = ['components', 'schemas', 'ApplicationKeyResponse'];
  const names = at(contract.document, ...place, 'required') as Json[];
  const clause = 'application-key/name-present';
  const document = [
    [['required'], [...names, 'environment']],
    [['x-clause', 'required', 'environment'], clause],
    [
      ['properties', 'environment'],
      { type: 'string', enum: ['live', 'sandbox'], 'x-clause': { type: clause, enum: clause } },
    ],
  ].reduce<Json>(
    (one, [path, value]) => withAt(one, [...place, ...(path as string[])], value as Json),
    contract.document,
  );
  const stub = makeStub({ contract: buildContract(document as JsonObject, contract.clauses) });
  const body = { data: { type: 'application_key', name: 'Warehouse' } };
  const { text } = await ask('POST', '/v2/application-keys', { body, stub });
  expect(at(JSON.parse(text), 'environment')).toBe('live');
});
