import { join } from 'node:path';
import { expect, it } from 'vitest';
import { amend } from '../../../src/contract/build-contract.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type OperationId, operationIn } from '../../../src/contract/operations.ts';
import { type Actions, movedRecords, overlayFor } from '../../contract-driven/amendments.ts';
import { loadEdited } from '../edited-contract.ts';
import { withFiles } from '../own-contract.ts';

const { key, keyRequest, subscription, subscriptionRequest, products } = movedRecords;
const place = "$.paths['/v2/application-keys'].post";

it.each<[string, OperationId, Actions, sent: string, shown: string]>([
  ['a key returned elsewhere', 'application-key', key, 'data', 'result'],
  ['a key returned elsewhere, as x-record says', 'application-key', [...key, [place, 'update: { x-record: /result }']], 'data', 'result'],
  ['a key sent and returned elsewhere', 'application-key', [...keyRequest, ...key], 'result', 'result'],
  ['a subscription returned elsewhere', 'subscription', subscription, 'data', 'result'],
  ['a subscription sent elsewhere', 'subscription', subscriptionRequest, 'result', 'data'],
  ['a subscription sent and returned elsewhere', 'subscription', [...subscriptionRequest, ...subscription], 'result', 'result'],
  ['products listed elsewhere', 'node-products', products, '', 'result'],
])('%s loses no field and no clause', async (_, id, actions, sent, shown) => {
  const contract = await loadEdited({ overlays: [overlayFor({ actions })] });
  const { sentIn, record } = operationIn(contract, id);
  expect([sentIn.join(), record.join()]).toEqual([sent, shown]);
  expect({ gone: contract.gone, lost: contract.lost }).toEqual({ gone: [], lost: [] });
}); // biome-ignore format: one line a case

it('a listing that an Overlay says of an operation loses no field', async () => {
  const files = {
    'openapi.yaml': `openapi: 3.1.1
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      responses: { '200': { description: all, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { type: object, required: [id], properties: { id: { type: string } } } } } } } } } }
`,
    'lists.yaml': overlayFor({
      actions: [["$.paths['/things'].get", 'update: { x-list: { items: /data, identifier: /id } }']],
    }),
  };
  const contract = await withFiles(files, (folder) =>
    loadContract({ openapi: join(folder, 'openapi.yaml'), overlays: [join(folder, 'lists.yaml')] }),
  );
  expect(operationIn(contract, 'listThings').record).toEqual(['data']);
  expect(contract.gone).toEqual([]);
});

it('a mutant of a contract is built without the clauses that an Overlay removed', async () => {
  const contract = await loadEdited({});
  const lost = ['application-key/name-string'];
  const { pointer: place } = contract.constraints.find(({ clause }) => clause.id === lost[0]) ?? {};
  const clauses = new Map([...contract.clauses].filter(([id]) => !lost.includes(id)));
  const [constraint = ''] = contract.constraints.map(({ id }) => id);
  const amended = amend({ ...contract, clauses, lost }, { constraint });
  const named = amended.constraints.filter(({ pointer, keyword }) => pointer === place && keyword === 'type');
  expect(named.map(({ clause }) => [clause.id === lost[0], clause.derived])).toEqual([[false, true]]);
});
