import { expect, it } from 'vitest';
import { nonce } from '../../conformance/core/requests.ts';
import { validBody } from '../../conformance/create/valid-body.ts';
import { targetFor } from '../../conformance/proof/fixtures.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';

/** The title that is sent where it may have so many characters. */
async function titleUpTo(most: number): Promise<unknown> {
  const title = `{ type: string, maxLength: ${most} }`;
  const contract = await loadFiles({
    'openapi.yaml': bookshop(`      { type: object, required: [title], properties: { title: ${title} } }`),
  });
  const { id } = operationIn(contract, 'createBook');
  return validBody({ contract, target: targetFor({}) }, id);
}

it('a text is as long as fits, one less than the maximum if it is cut, and has a nonce if there is room', async () => {
  expect(await titleUpTo(50)).toEqual({ title: `assay ${nonce}` });
  expect(await titleUpTo(6 + nonce.length)).toEqual({ title: `assay ${nonce}` });
  expect(await titleUpTo(4 + nonce.length)).toEqual({ title: `assay ${nonce}`.slice(0, 3 + nonce.length) });
});
