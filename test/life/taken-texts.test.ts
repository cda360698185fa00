import { expect, it } from 'vitest';
import { checkOf } from '../check-of.ts';
import { creates, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const contract = await loadPaths(`
  /tools:
    get:
      operationId: listTools
      x-list: { items: $response.body, identifier: /id }
      responses:
        '200':
          description: all tools
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Tool' } } } }
    ${creates('createTool', 'Tool')}
components:
  schemas:
    Tool:
      type: object
      required: [name, serial]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 80 }
        serial: { type: string, pattern: "^[A-Z]{2}-[0-9]{4}$" }
`);

type Sent = { readonly name?: unknown; readonly serial?: unknown };

/** The verdict on a server that rejects a serial number that another tool has, and may store the tool nevertheless. */
async function verdictOn(isStored: boolean) {
  const tools: (Sent & { readonly id: number })[] = [];
  const { results } = await checkOf(
    contract,
    { writes: 'allow', settles: '0s' },
    async ({ method, body }) => {
      if (method === 'GET') return jsonResponse(200, tools);
      const { name, serial }: Sent = JSON.parse(Buffer.from(body ?? []).toString() || '{}') ?? {};
      const isValid =
        typeof name === 'string' &&
        name !== '' &&
        name.length <= 80 &&
        /^[A-Z]{2}-\d{4}$/.test(String(serial));
      if (!isValid) return jsonResponse(400, {});
      const isTaken = tools.some((one) => one.serial === serial);
      const made = { id: tools.length + 1, name, serial };
      if (!isTaken || isStored) tools.push(made);
      return isTaken ? jsonResponse(409, {}) : jsonResponse(201, made);
    },
  );
  return results.find(({ rule }) => rule === 'createTool/rejected-not-stored')?.verdict;
}

it('a record that is rejected for a text of another one is not stored', async () => {
  expect(await verdictOn(false)).toBe('pass');
  expect(await verdictOn(true)).toBe('fail');
});
