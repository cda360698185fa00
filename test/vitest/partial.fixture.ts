import { conformance } from 'assay/vitest';
import { conforming, target } from '../../conformance/proof/fixtures.ts';

// A part of the rules, and a server that holds them, for the test of the Vitest binding.
conformance(
  { baseUrl: target.baseUrl, nodes: target.nodes },
  { transport: conforming(), only: ['node-products/total-constant', 'node-products/total-present'] },
);
