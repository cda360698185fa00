import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { catalog, honest } from '../../conformance/proof/ground.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { targetOfCatalog } from '../../src/stub-target/catalog-target.ts';

test('a check of the stub sends at most 600 requests, 120 of which leave something behind', async () => {
  const sent = { GET: 0, POST: 0 };
  const stub = honest();
  const transport: Transport = (call) => {
    if (call.method === 'POST') sent.POST += 1;
    else sent.GET += 1;
    return stub(call);
  };
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), { transport });
  expect(report.headline).toMatchObject({ verdict: 'conforms' });
  expect(sent.POST).toBeGreaterThan(0);
  expect(sent.POST).toBeLessThanOrEqual(120);
  expect(sent.GET + sent.POST).toBeLessThanOrEqual(600);
});
