import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { operationOf } from '../../conformance/interface/operation-of.ts';
import { catalog, honest } from '../../conformance/proof/ground.ts';
import { targetOfCatalog } from '../../conformance/stub-target/catalog-target.ts';
import type { OperationId } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/http/exchange.ts';

/** The most requests of a check of the stub, for each operation. */
const most: Readonly<Record<OperationId, number>> = {
  'application-key': 48,
  subscription: 133,
  'node-products': 479,
};

test('a check of the stub stays within its number of requests for each operation', async () => {
  const sent = { 'application-key': 0, subscription: 0, 'node-products': 0 };
  const stub = honest();
  const transport: Transport = (call) => {
    // A request to another path looks at the listing's.
    sent[operationOf(call) ?? 'node-products'] += 1;
    return stub(call);
  };
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), { transport });
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  for (const [operation, bound] of Object.entries(most)) {
    expect(sent[operation as OperationId], operation).toBeGreaterThan(0);
    expect(sent[operation as OperationId], operation).toBeLessThanOrEqual(bound);
  }
});
