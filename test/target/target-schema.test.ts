import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contract } from '../../conformance/proof/fixtures.ts';
import { targetSchema } from '../../conformance/target/target-schema.ts';

// `vitest run test/target/target-schema.test.ts -u` writes the file that editors and the package use.
it('the file has the schema of the shipped contract', async () => {
  const file = fileURLToPath(new URL('../../conformance/target/target.schema.json', import.meta.url));
  await expect(`${JSON.stringify(targetSchema(contract), null, 2)}\n`).toMatchFileSnapshot(file);
});
