import { expect, test } from 'vitest';
import { createCheck, runCheck } from '../../conformance/check.ts';
import { countedAs } from '../../conformance/core/operation-of.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { idsOf, type OperationId } from '../../src/contract/operations.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** The most requests of a check of the stub, for each operation; others take few. */
const few = 20;
const most: Readonly<Partial<Record<OperationId, number>>> = {
  'application-key': 56,
  subscription: 152,
  'node-products': 490,
};

test('a check of the stub stays within its number of requests for each operation', async () => {
  const sent = new Map<OperationId, number>(idsOf(contract).map((id) => [id, 0]));
  const stub = conforming();
  const transport: Transport = (request) => {
    const operation = countedAs(contract, request);
    sent.set(operation, (sent.get(operation) ?? 0) + 1);
    return stub(request);
  };
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), { transport });
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  for (const [operation, count] of sent) {
    expect(count, operation).toBeGreaterThan(0);
    const raise = `${operation} sends more requests; raise \`most\` in this file if the new rule is worth them`;
    expect(count, raise).toBeLessThanOrEqual(most[operation] ?? few);
  }
});

const things = `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      operationId: listThings
      x-list:
        { items: /data, identifier: /id, offset: offset, pageSize: limit, total: /total, order: [id asc],
          filter:
            { template: '{attribute}[{operator}]={value}', queryables: { name: /name, state: /state, amount: /amount },
              operators: { eq: { means: eq, on: [name, state] }, gte: { means: ge, on: [amount] } } },
          sort:
            { asc: 'sort={attribute}', desc: 'sort=-{attribute}',
              sortables: { name: /name, state: /state, amount: /amount, created: /created } } }
      parameters:
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 25 } }
        - { name: sort, in: query, schema: { enum: [name, -name, state, -state, amount, -amount, created, -created] } }
        - { name: 'name[eq]', in: query, schema: { type: string } }
        - { name: 'state[eq]', in: query, schema: { $ref: '#/components/schemas/State' } }
        - { name: 'amount[gte]', in: query, schema: { type: integer } }
      responses:
        '200':
          description: Things.
          content:
            application/json:
              schema:
                type: object
                required: [data, total]
                properties:
                  total: { type: integer }
                  data: { type: array, maxItems: 100, items: { $ref: '#/components/schemas/Thing' } }
components:
  schemas:
    State: { type: string, enum: [open, closed, draft] }
    Thing:
      type: object
      required: [id, name, state, amount, created]
      properties:
        id: { type: integer }
        name: { type: string }
        state: { $ref: '#/components/schemas/State' }
        amount: { type: integer }
        created: { type: string, format: date-time }
`;

/** Records with equal and with nearly equal values, in no order but that of their ids. */
const thing = (id: number) => ({
  id,
  name: `Thing ${(id * 7919) % 9973}`,
  state: ['open', 'closed', 'draft'][(id * 31) % 3],
  amount: (id * 104_729) % 5000,
  created: new Date(1.7e12 + ((id * 86_399_937) % 1e11)).toISOString(),
});

test('a listing of 10,000 records, with three filters and four sorts, takes at most 400 requests', async () => {
  const own = await loadDocument(things);
  const records = Array.from({ length: 10_000 }, (_, index) => thing(index + 1));
  const served = await loadSampleData(own, { collections: [{ list: 'listThings', records }] });
  const stub = createStub({ ...served, seed: 'cost', journal: false }).transport;
  let sent = 0;
  const transport: Transport = (request) => {
    sent += 1;
    return stub(request);
  };
  const target = resolveTarget(own, { collections: [{ list: 'listThings', at: {} }] }, 'http://localhost');
  const report = await (await createCheck({ contract: own, target }, {})).run(transport);
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  expect(sent).toBeLessThanOrEqual(400);
});
