import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadFiles } from '../contract/own-contract.ts';

const walk =
  '{ type: object, required: [walked_on], properties: { id: { type: integer, readOnly: true }, walked_on: { type: string, format: date } } }';

const openapi = `openapi: 3.1.0
info: { title: Walks, version: '1' }
paths:
  /walks:
    post:
      operationId: createWalk
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Walk' } } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { $ref: '#/components/schemas/Walk' } } }
components:
  schemas:
    Walk: ${walk}
`;

it('a server that takes a text without its format, and returns it, breaks no must', async () => {
  const contract = await loadFiles({ 'openapi.yaml': openapi });
  const target = resolveTarget(contract, { writes: 'allow', settles: '0s' }, 'http://server');
  let made = 0;
  const { run } = await createCheck({ contract, target }, {});
  const { results } = await run(async ({ body, headers }) => {
    const isJson = headers.some(([name, value]) => name === 'content-type' && /json/.test(value));
    let sent: unknown;
    try {
      sent = JSON.parse(Buffer.from(body ?? []).toString());
    } catch {
      sent = undefined;
    }
    const walkedOn = Object(sent).walked_on;
    const isValid = isJson && typeof walkedOn === 'string';
    if (isValid) made += 1;
    const response = isValid ? { id: made, walked_on: walkedOn } : { error: 'a date is missing' };
    return {
      status: isValid ? 201 : 400,
      ms: 1,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify(response)),
    };
  });
  const broken = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, level }) => `${level} ${rule}`);
  expect(broken).toEqual(['should createWalk/request-walked-on-format']);
});
