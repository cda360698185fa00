import { conformance } from 'assay/vitest';
import { honest, target } from '../../conformance/proof/ground.ts';

// A part of the rules, and a server that holds them, for the test of the Vitest binding.
conformance(
  { baseUrl: target.baseUrl, nodes: target.nodes },
  { transport: honest(), only: ['node-products/total-constant', 'node-products/total-present'] },
);
