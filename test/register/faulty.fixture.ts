import { test } from 'node:test';
import { rules } from 'assay/register';
import { faultyIn } from '../report/report-on.ts';
import { catalog } from '../sample-catalog.ts';
import { target } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const { collections = [] } = targetOfCatalog(catalog, target.baseUrl);

// A server with a broken must, as a run of Node's own test runner.
const faulty = faultyIn('node-products/page-limit-exact');

for (const { name, fn } of await rules(
  () => ({ baseUrl: target.baseUrl, collections: collections.slice(4, 5), writes: 'deny' }),
  {
    transport: faulty,
    only: ['application-key/id-uuid', 'node-products/page-limit-exact', 'node-products/total-present'],
  },
))
  test(name, fn);
