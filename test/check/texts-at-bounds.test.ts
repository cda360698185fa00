import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { createStub } from '../../src/stub/create-stub.ts';
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
  const target = resolveTarget(contract, { writes: 'allow' }, 'http://localhost');
  const { run } = await createCheck({ contract, target }, {});
  const { results } = await run(createStub({ contract: await withTitle(39) }).transport);
  const rejected = results.filter(({ rule }) => rule.endsWith('/request-title-maxLength'));
  expect(rejected.map(({ expected }) => expected)).toContain(
    'a request with title of 40 characters is accepted (2xx)',
  );
  expect(JSON.stringify(results.map(({ why, expected }) => [why, expected]))).not.toContain('nonce');
});
