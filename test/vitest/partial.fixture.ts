import { conformance } from 'assay/vitest';
import { catalog } from '../sample-catalog.ts';
import { conforming, target } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';

const { collections = [] } = targetOfCatalog(catalog, target.baseUrl);

// A part of the rules, and a server that holds them, for the test of the Vitest binding.
conformance(
  { baseUrl: target.baseUrl, collections },
  { transport: conforming(), only: ['node-products/total-constant', 'node-products/total-present'] },
);
