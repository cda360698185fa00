// Responses to requests that the contract does not describe.

import { expect, it } from 'vitest';
import { bodyText, type Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { creates, loadPaths } from '../contract/own-contract.ts';

const contract = await loadPaths(`
  /notes:
    ${creates('createNote', 'Note')}
components:
  schemas:
    Note: { type: object, required: [id, text], properties: { id: { type: string, readOnly: true }, text: { type: string } } }
`);

it('a list of records may be created at once', async () => {
  const severalAtOnce: Mutant = (next) => async (request) => {
    const text = bodyText(request.body ?? new Uint8Array());
    if (!text.startsWith('[')) return next(request);
    const headers = [['content-type', 'application/json']] as const;
    return { status: 201, headers: [...headers], body: request.body ?? new Uint8Array(), ms: 0 };
  };
  const { transport } = createStub({ contract, mutants: [severalAtOnce] });
  const { results } = await checkOf(contract, {}, transport);
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  expect(failed).toEqual(['createNote/request-body-type']);
});
