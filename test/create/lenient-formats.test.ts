import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const walk = `      type: object
      required: [walked_on]
      properties: { id: { type: integer, readOnly: true }, walked_on: { type: string, format: date } }
`;

it('a server that takes a text without its format, and returns it, breaks no must', async () => {
  const contract = await loadFiles({ 'openapi.yaml': bookshop(walk) });
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
    return jsonResponse(isValid ? 201 : 400, response);
  });
  const broken = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, level }) => `${level} ${rule}`);
  expect(broken).toEqual(['should createBook/request-walked-on-format']);
});
