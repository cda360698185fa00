import { expect, test } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { json } from '../../conformance/report/json.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

type Reported = {
  readonly requests: number;
  readonly results: readonly {
    readonly rule: string;
    readonly level: string;
    readonly verdict: string;
    readonly title: string;
    readonly reason?: string;
  }[];
};

// What a check of the stub says of the shipped contract. A change of structure changes nothing here; another change has
// to want each line that differs, and `vitest run test/laws/golden.test.ts -u` writes them.
test('a check of the stub says what it said before', async () => {
  const report = await runCheck(targetOfCatalog(catalog, 'http://localhost'), {
    transport: conforming(),
    nonce: '00000000',
  });
  const { requests, results }: Reported = JSON.parse(json(report));
  const lines = results.map(
    ({ rule, level, verdict, title, reason }) =>
      `${rule} · ${level} · ${verdict} · ${title}${reason === undefined ? '' : ` · ${reason}`}`,
  );
  await expect([`${requests} requests`, ...lines.sort(), ''].join('\n')).toMatchFileSnapshot('golden.txt');
});
