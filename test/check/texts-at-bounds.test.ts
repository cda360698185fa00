import { expect, it } from 'vitest';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { bookshop, loadFiles } from '../contract/own-contract.ts';

const withTitle = (most: number) =>
  loadFiles({
    'openapi.yaml': bookshop(`      type: object
      required: [title]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, maxLength: ${most} }
`),
  });

it('says how long a rejected text is, instead of a placeholder in it', async () => {
  const contract = await withTitle(40);
  const { transport } = createStub({ contract: await withTitle(39) });
  const { results } = await checkOf(contract, { writes: 'allow' }, transport);
  const rejected = results.filter(({ rule }) => rule.endsWith('/request-title-maxLength'));
  expect(rejected.map(({ expected }) => expected)).toContain(
    'a request with title of 40 characters is accepted (2xx)',
  );
  expect(JSON.stringify(results.map(({ why, expected }) => [why, expected]))).not.toContain('nonce');
});
