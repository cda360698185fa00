import { expect, it } from 'vitest';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { type HttpRequest, header } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { runAgainst } from '../check-of.ts';
import { loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const named =
  'type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, maxLength: 80 } }';
const returns = (schema: string): string =>
  `responses: { '200': { description: it, content: { application/json: { schema: ${schema} } } } }`;

const contract = await loadDocument(`openapi: 3.1.0
info: { title: Tools, version: '1' }
security: [{ token: [] }]
paths:
  /tools:
    get: { operationId: listTools, x-list: { items: $response.body, identifier: /id }, ${returns("{ type: array, items: { $ref: '#/components/schemas/Tool' } }")} }
    post:
      operationId: createTool
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } }
      responses: { '201': { description: created, content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } } }
  /tools/{id}:
    get: { operationId: readTool, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${returns("{ $ref: '#/components/schemas/Tool' }")} }
  /about:
    get: { operationId: about, ${returns('{ type: object }')} }
  /free:
    get: { operationId: free, security: [], ${returns('{ type: object }')} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Tool: { ${named} } }
`);

/** What a check says of a server that lets an invented token in at some operations, and how many it sends. */
async function checked(letsIn: (operation: string) => boolean, isOther = false) {
  const { transport } = createStub({ contract });
  let invented = 0;
  const { results } = await runAgainst(
    contract,
    async (request: HttpRequest) => {
      const given = header(request.headers, 'authorization') ?? '';
      const isInvented = given.includes('assay-made-this-up') && given.startsWith('Bearer');
      if (isInvented) invented += 1;
      if (isInvented && isOther && request.target.match(/^\/tools(\?|$)/)) return jsonResponse(200, []);
      const isLetIn = !isInvented || letsIn(operationOf(contract, request) ?? '');
      return isLetIn ? transport(request) : jsonResponse(401, {});
    },
    { settles: '0s', token: 'own-token' },
  );
  const own = results.filter(({ rule }) => rule.endsWith('/invented-rejected'));
  const broken = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  return {
    broken,
    said: own.map(({ rule, verdict, level }) => `${rule} ${verdict} ${level}`).toSorted(),
    invented,
  };
}

const all = ['about', 'listTools', 'readTool'];
const saidOf = (verdictOf: (id: string) => string): string[] =>
  all.map((id) => `${id}/invented-rejected ${verdictOf(id)} should`);

it('an invented token is rejected where others reject it', async () => {
  const { said, invented } = await checked(() => false);
  expect(said).toEqual(saidOf(() => 'pass'));
  expect(invented).toBe(all.length);
});

it('a server may accept any token, but everywhere', async () => {
  expect((await checked(() => true)).said.join()).not.toContain('fail');
});

it('an invented token may be that of a user without records', async () => {
  expect((await checked(() => true, true)).broken).toEqual((await checked(() => true)).broken);
});

it.each(all)('an invented token that only %s accepts is found', async (id) => {
  expect((await checked((one) => one === id)).said).toEqual(saidOf((one) => (one === id ? 'fail' : 'pass')));
});
