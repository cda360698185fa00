import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { countedAs } from '../../conformance/core/operation-of.ts';
import { idsOf, type OperationId } from '../../src/contract/operations.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

/** The most requests of a check of the stub, for each operation; others take few. */
const few = 20;
const most: Readonly<Partial<Record<OperationId, number>>> = {
  'application-key': 56,
  subscription: 142,
  'node-products': 480,
};

test('a check of the stub stays within its number of requests for each operation', async () => {
  const sent = new Map<OperationId, number>(idsOf(contract).map((id) => [id, 0]));
  const stub = conforming();
  const transport: Transport = (request) => {
    const operation = countedAs(contract, request);
    sent.set(operation, (sent.get(operation) ?? 0) + 1);
    return stub(request);
  };
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), { transport });
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  for (const [operation, count] of sent) {
    expect(count, operation).toBeGreaterThan(0);
    const raise = `${operation} sends more requests; raise \`most\` in this file if the new rule is worth them`;
    expect(count, raise).toBeLessThanOrEqual(most[operation] ?? few);
  }
});
