import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadCatalog } from '../../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../../spec/stub/parts.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { compileSchema } from '../../../src/contract/validate.ts';
import { at, type Json } from '../../../src/json/json.ts';
import { createStub } from '../../../src/stub/create-stub.ts';
import { createFetch } from '../../../src/stub/fetch.ts';

const schemas = '$.components.schemas';

/** Gives `data` of a schema another name; what is required of it is required there. */
const moved = (schema: string, clause: string) => {
  const object = `${schemas}.${schema}`;
  return [
    { target: `${object}.properties`, update: { result: {} } },
    { target: `${object}.properties.result`, copy: `${object}.properties.data` },
    { target: `${object}.properties.data`, remove: true },
    { target: `${object}.required[?@ == 'data']`, remove: true },
    { target: `${object}.x-clause.required.data`, remove: true },
    { target: object, update: { required: ['result'], 'x-clause': { required: { result: clause } } } },
  ];
};

const listing = "$.paths['/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products'].get";

it('records are where the contract has them, sent and returned', async () => {
  const actions = [
    ...moved('ApplicationKeyRequest', 'application-key/request-data'),
    ...moved('ApplicationKeyResponse', 'application-key/response-data'),
    ...moved('SubscriptionRequest', 'subscription/request-data'),
    ...moved('SubscriptionResponse', 'subscription/response-data'),
    ...moved('ProductListing', 'node-products/data-array'),
    { target: `${listing}.x-list`, update: { items: '/result' } },
  ];
  await writeFile(
    'moved.yaml',
    stringify({ overlay: '1.1.0', info: { title: 'moved', version: '1' }, actions }),
  );
  const contract = await loadContract({ overlays: ['moved.yaml'] });
  const stub = createStub({
    contract,
    parts: stubPartsOf(await loadCatalog(undefined, contract)),
    seed: 'moved',
  });
  const fetch = createFetch(stub.transport, 'http://localhost');
  const post = async (id: string, record: Json) => {
    const response = await fetch(operationIn(contract, id).path, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: JSON.stringify({ result: record }),
    });
    return {
      status: response.status,
      body: await response.json(),
      pointer: response.headers.get('assay-pointer'),
    };
  };

  const key = { type: 'application_key', name: 'Till', reserved_rate_limit: 7 };
  const made = await post('application-key', key);
  expect(made.status).toBe(201);
  expect(compileSchema(operationIn(contract, 'application-key').response)(made.body)).toEqual([]);
  expect(at(made.body, 'result')).toMatchObject(key);
  expect(made.body).not.toHaveProperty('data');

  const [example] = stub
    .describe('http://localhost')
    .examples.filter((line) => line.includes('subscriptions'));
  const sent = JSON.parse(
    /--data-raw '(.*)'|-d '(.*)'/s
      .exec(example ?? '')
      ?.slice(1)
      .find(Boolean) ?? 'null',
  );
  expect(Object.keys(sent)).toEqual(['result']);
  const subscribed = await post('subscription', sent.result);
  expect(subscribed.status).toBe(201);
  expect(compileSchema(operationIn(contract, 'subscription').response)(subscribed.body)).toEqual([]);
  expect(at(subscribed.body, 'result', 'attributes', 'account_id')).toBe(sent.result.account_id);

  const [collection] = stub.describe('').collections;
  const page = await (await fetch(`${collection?.path}?page%5Blimit%5D=2`)).json();
  expect(compileSchema(operationIn(contract, 'node-products').response)(page)).toEqual([]);
  expect(at(page, 'result')).toHaveLength(2);
  expect(page).not.toHaveProperty('data');
});
