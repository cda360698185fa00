import { fromFetch } from 'assay';
import { conformance } from 'assay/vitest';
import { tokenFor } from '../../conformance/core/target.ts';
import { createFetch } from '../../src/stub/fetch.ts';
import { faultyIn } from '../report/report-on.ts';
import { catalog } from '../sample-catalog.ts';
import { target } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const { known = {}, collections = [] } = targetOfCatalog(catalog, target.baseUrl);

// A server with a broken must and a broken should, for the test of the Vitest binding.
const faulty = faultyIn('node-products/page-limit-exact', 'node-products/product-relationship-id-present');
const serve = createFetch(faulty, target.baseUrl);

conformance(
  () => ({ token: tokenFor(target, 'application-key') ?? '', known, collections, writes: 'deny' }),
  {
    name: 'a faulty server',
    transport: fromFetch((request) => serve(request)),
    only: [
      'application-key/id-uuid',
      'node-products/page-limit-exact',
      'node-products/product-relationship-id-present',
      'node-products/total-constant',
      'node-products/total-present',
    ],
  },
);
