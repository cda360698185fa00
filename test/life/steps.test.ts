import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { isLost, pathIn, type Transport } from '../../src/http/exchange.ts';
import { changes, creates, deletes, loadPaths, pathParameter, reads } from '../contract/own-contract.ts';

const fields = `name: { type: string, minLength: 1, maxLength: 200 }, colour: { type: string, enum: [red, blue] }, length: { type: integer, minimum: 1 }`;

const contract = await loadPaths(`
  /pens:
    ${creates('createPen', 'Pen')}
  /pens/{id}:
    ${pathParameter('id', 'string')}
    ${reads('getPen', 'Pen')}
    ${changes('patch', 'updatePen', 'Pen', 'Part')}
    ${deletes('deletePen')}
components:
  schemas:
    Part: { type: object, minProperties: 1, properties: { ${fields} } }
    Pen: { type: object, required: [id, name, colour, length], properties: { id: { type: string, readOnly: true }, ${fields} } }
`);

/** A server that shows other values of two fields after each update. */
async function resetting(): Promise<Transport> {
  const next = (await proofOf(contract)).conforming();
  const updated = new Set<string>();
  return async (request) => {
    const response = await next(request);
    const path = pathIn(request.target);
    if (isLost(response) || response.status > 299) return response;
    if (request.method === 'PATCH') updated.add(path);
    if (request.method !== 'GET' || !updated.has(path)) return response;
    const shown = { ...JSON.parse(Buffer.from(response.body).toString()), colour: 'green', length: 77 };
    return { ...response, body: Buffer.from(JSON.stringify(shown)) };
  };
}

it('names all fields that a change lost, and the lines that show it on another record', async () => {
  const file = { baseUrl: 'http://localhost', writes: 'allow', settles: '0s' } as const;
  const report = await runCheck(file, { contract, transport: await resetting() });
  const found = report.results.find(({ rule }) => rule === 'updatePen/keeps-others');
  expect(found?.verdict).toBe('fail');
  expect(found?.saw).toMatch(/; not as it should be either: length$/);
  const { create = '', change = '', read = '' } = found?.steps ?? {};
  const [, id = ''] = /\/pens\/([^']+)'/.exec(change) ?? [];
  expect(create).toMatch(/^curl -X POST 'http:\/\/localhost\/pens' /);
  // It has the values that were read before the change, which another change set.
  expect(create).toContain(`"colour":${/colour is ("\w+")/.exec(found?.expected ?? '')?.[1]}`);
  expect(create.endsWith(`  # below, its id instead of ${id}`)).toBe(true);
  expect(change).toMatch(/^curl -X PATCH /);
  expect(read.startsWith(`curl 'http://localhost/pens/${id}'`)).toBe(true);
  const printed = terminal(report, { colours: coloursIf(false), verbose: false });
  for (const [label, line] of [
    ['create ', create],
    ['request', change],
    ['read   ', read],
  ])
    expect(printed).toContain(`\n    ${label}   ${line}\n`);
});
