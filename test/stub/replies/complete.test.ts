import { expect, it } from 'vitest';
import { buildContract } from '../../../src/contract/build-contract.ts';
import { at, type Json, type JsonObject, withAt } from '../../../src/json/json.ts';
import { ask, contract, makeStub } from '../shop-stub.ts';

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
  const amended = buildContract(document as JsonObject, contract.clauses);
  const stub = makeStub({ contract: { ...amended, texts: new Map() } });
  const body = { data: { type: 'application_key', name: 'Warehouse' } };
  const { text } = await ask('POST', '/v2/application-keys', { body, stub });
  expect(at(JSON.parse(text), 'environment')).toBe('live');
});
