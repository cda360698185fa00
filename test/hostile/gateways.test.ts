import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configurations, gatewayOf, isInstalled } from '../../bench/gateways/gateway.ts';
import { attempt, openShops, type Shops } from '../../bench/gateways/trial.ts';

/** A few of the configurations of the bench; gateways that are not installed are skipped. */
const some = [
  'nginx/limit-429',
  'nginx/small-bodies-and-heads',
  'nginx/page-for-other-paths',
  'haproxy/balanced',
];
const folder = '/tmp/assay-gateways-test';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops(join(folder, 'shops'));
});
afterAll(() => shops[Symbol.asyncDispose]());

for (const configuration of configurations.filter(({ name }) => some.includes(name))) {
  const { name } = configuration;
  const { program } = gatewayOf(configuration);
  const title = `a conforming server conforms behind ${name}`;
  const why = isInstalled(gatewayOf(configuration)) ? '' : ` (skipped: ${program} is not installed)`;
  it.skipIf(why !== '')(title + why, async () => {
    const { first, followed } = await attempt(configuration, shops, join(folder, name.replace('/', '-')));
    expect(first.verdict, first.why).not.toBe('violates');
    expect((followed ?? first).verdict, (followed ?? first).why).toBe('conforms');
  });
}
