import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Mutant, Transport } from '../../src/http/exchange.ts';
import { parseJson } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { loadDocument } from './own-contract.ts';

const payments = (further: string): string => `openapi: 3.0.3
info: { title: Payments, version: 1.0.0 }
paths:
  /payments:
    get:
      operationId: listPayments
      x-list: { items: $response.body, pageSize: limit, offset: offset }
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
      responses:
        '200':
          description: payments
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Payment' } } } }
    post:
      operationId: pay
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { $ref: '#/components/schemas/Payment' } } }
  /payments/{id}:
    get:
      operationId: getPayment
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: a payment
          content: { application/json: { schema: { $ref: '#/components/schemas/Payment' } } }
components:
  schemas:
    Card:
      type: object
      required: [method, number]
      properties: { method: { type: string }, number: { type: string, maxLength: 40 }, note: { type: string } }
    Transfer:
      type: object
      required: [method, account]
      properties: { method: { type: string }, account: { type: string, minLength: 4 }, at: { type: string, format: date } }
    Order:
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Transfer' }]
${further}
    Payment:
      allOf:
        - { type: object, required: [id], properties: { id: { type: string, readOnly: true } } }
        - { $ref: '#/components/schemas/Order' }
`;

const mapped = `      discriminator:
        propertyName: method
        mapping: { card: '#/components/schemas/Card', transfer: Transfer }`;

const contract = await loadDocument(payments(mapped));
const ruleSet = await loadRuleSet(contract);

const check = (transport: Transport, selected?: readonly string[], of: Contract = contract) =>
  runAgainst(of, transport, undefined, { ruleSet, ...(selected ? { selected: new Set(selected) } : {}) });

const stubWith = (mutants: readonly Mutant[] = []) => createStub({ contract, mutants, seed: 'unions' });

const unions = ruleSet.rules.filter(({ id }) => /-anyOf$/.test(id));

describe('a union of objects', () => {
  it('has a rule for each body, of the request and of the responses', () => {
    const shown = unions.map(({ id, title }) => [id, contract.clauses.get(id)?.level, title].join(': '));
    expect(shown.toSorted()).toEqual([
      'getPayment/response-body-anyOf: must: the body is valid as Card or Transfer',
      'listPayments/response-each-anyOf: must: [] is valid as Card or Transfer',
      'pay/request-body-anyOf: should: a request is rejected if its body is not valid as Card or Transfer',
      'pay/response-body-anyOf: must: the body is valid as Card or Transfer',
    ]);
    expect(contract.unchecked).toEqual([]);
  });

  it('has each alternative served, sent with its own fields, and kept', async () => {
    const sent: unknown[] = [];
    const returned: unknown[] = [];
    const { transport } = stubWith([
      (next) => async (request) => {
        if (request.method === 'POST') sent.push(parseJson(String(request.body)));
        const response = await next(request);
        if ('status' in response && response.status === 201) returned.push(parseJson(String(response.body)));
        return response;
      },
    ]);
    const { results } = await check(transport);
    expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
    const passed = new Set(results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : [])));
    expect(unions.filter(({ id }) => !passed.has(id))).toEqual([]);
    for (const form of [
      { method: 'card', number: expect.any(String) },
      { method: 'card', number: expect.any(String), note: expect.any(String) },
      { method: 'transfer', account: expect.any(String) },
      { method: 'transfer', account: expect.any(String), at: expect.any(String) },
    ]) {
      expect(sent).toContainEqual(form);
      expect(returned).toContainEqual({ id: expect.any(String), ...form });
    }
    expect(sent).toContainEqual({ method: 'card_or_else', number: expect.any(String) });
  });

  const faults = unions.flatMap(({ id, mutants }) =>
    mutants.map((mutant) => [id, mutant.name, mutant] as const),
  );

  it.each(faults)('%s finds: %s', async (id, _, mutant) => {
    const { amend } = await import('../../src/contract/build-contract.ts');
    const { transport } =
      'wire' in mutant
        ? stubWith([mutant.wire])
        : createStub({
            contract: 'amend' in mutant ? amend(contract, mutant.amend) : contract,
            seed: 'unions',
          });
    const { results } = await check(transport, [id]);
    expect(results.map(({ rule, verdict }) => `${rule}: ${verdict}`)).toEqual([`${id}: fail`]);
  });

  it('names the alternative that was meant, and what it lacks', async () => {
    const withoutNumber: Mutant = (next) => async (request) => {
      const response = await next(request);
      return 'status' in response && response.status === 201
        ? { ...response, body: Buffer.from(String(response.body).replaceAll('"number"', '"digits"')) }
        : response;
    };
    const { results } = await check(stubWith([withoutNumber]).transport, ['pay/response-body-anyOf']);
    expect(JSON.stringify(results)).toContain('as Card, number is required');
  });

  it('takes the name of a schema for a value of a discriminator without a mapping', async () => {
    const text = payments('      discriminator: { propertyName: method }');
    const { operations } = await loadDocument(text);
    const { createStub: stubOf } = await import('../../src/stub/create-stub.ts');
    const own = await loadDocument(text);
    const response = await stubOf({ contract: own, seed: 'unions' }).transport({
      method: 'GET', target: '/payments?limit=4', headers: [],
    }); // biome-ignore format: one request
    expect(operations.pay?.request?.required).toEqual(['method']);
    expect(String('body' in response ? response.body : '')).toContain('"method":"Transfer');
  });
});
