import { expect, it } from 'vitest';
import { nonce, nonceWithin } from '../../conformance/core/nonces.ts';
import { validBody } from '../../conformance/create/valid-body.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';
import { targetFor } from '../shipped.ts';

/** What is sent for a required field of this schema. */
async function sentFor(schema: string): Promise<unknown> {
  const contract = await loadFiles({
    'openapi.yaml': bookshop(`      { type: object, required: [title], properties: { title: ${schema} } }`),
  });
  const { id } = operationIn(contract, 'createBook');
  return validBody({ contract, target: targetFor({}) }, id);
}

it('a text is as long as fits, one less than the maximum if it is cut, and has a nonce if there is room', async () => {
  const titleUpTo = (most: number): Promise<unknown> => sentFor(`{ type: string, maxLength: ${most} }`);
  expect(await titleUpTo(50)).toEqual({ title: `assay ${nonce}` });
  expect(await titleUpTo(6 + nonce.length)).toEqual({ title: `assay ${nonce}` });
  expect(await titleUpTo(4 + nonce.length)).toEqual({ title: nonce });
  expect(await titleUpTo(10)).toEqual({ title: nonceWithin(9) });
  expect(await titleUpTo(5)).toEqual({ title: 'assa' });
});

it('an e-mail address is another one in each request, where there is room', async () => {
  const addressUpTo = (most: number): Promise<unknown> =>
    sentFor(`{ type: string, format: email, maxLength: ${most} }`);
  expect(await addressUpTo(60)).toEqual({ title: `assay-${nonce}@example.com` });
  expect(await addressUpTo(20)).toEqual({ title: 'assay@example.com' });
});
