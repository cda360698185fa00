import { expect, it } from 'vitest';
import { jsonOfRequest } from '../../conformance/core/requests.ts';
import { withJson } from '../../conformance/mutants/edits.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { brokenMusts, checkOf } from '../check-of.ts';
import { changes, creates, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const contract = await loadPaths(`
  /boxes:
    ${creates('createBox', 'Box')}
  /boxes/{id}:
    ${pathParameter('id', 'string')}
    ${reads('readBox', 'Box')}
    ${changes('patch', 'updateBox', 'Box', 'Change')}
components:
  schemas:
    Change: { type: object, properties: { label: { type: string }, note: { type: [string, 'null'] }, weight: { type: number } } }
    Box:
      type: object
      required: [id, label, note, weight]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string }
        note: { type: [string, 'null'] }
        weight: { type: number }
`);

/** A server that stores the null that a change sends, if it is told to, and else takes it for a field that was left out. */
const storing = (isStored: boolean): Transport => {
  const { transport } = createStub({ contract });
  const stored = new Map<string, JsonObject>();
  return async (request) => {
    const sent = jsonOfRequest(request);
    const isChange = request.method === 'PATCH' && isObject(sent);
    const [nulls, others] = [true, false].map((is) =>
      Object.fromEntries(
        Object.entries(isChange ? sent : {}).filter(
          ([name, one]) => (one === null && name !== 'note') === is,
        ),
      ),
    );
    const response = await transport(
      isChange ? { ...request, body: Buffer.from(JSON.stringify(others)) } : request,
    );
    if (isLost(response) || response.status !== 200) return response;
    const kept = { ...stored.get(request.target), ...nulls };
    const shown = Object.entries(kept).filter(([name]) => !Object.hasOwn(others ?? {}, name));
    if (isStored) stored.set(request.target, Object.fromEntries(shown));
    const json = JSON.parse(Buffer.from(response.body).toString()) as JsonObject;
    return withJson(response, isStored ? { ...json, ...Object.fromEntries(shown) } : json);
  };
};

it.each([
  [true, ['readBox/response-label-type', 'readBox/response-weight-type']],
  [false, []],
])('null that a record may not show, stored: %s, breaks %j', async (isStored, broken) => {
  const report = await checkOf(contract, { writes: 'allow' }, storing(isStored));
  expect(brokenMusts(report).filter((rule) => rule.startsWith('readBox'))).toEqual(broken);
});
