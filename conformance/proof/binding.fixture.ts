import { fromFetch } from 'assay';
import { conformance } from 'assay/vitest';
import { createFetch } from '../../src/stub/fetch.ts';
import { honest, rules, target } from './ground.ts';

// A server with a broken must and a broken should, for the test of the Vitest binding.
const mutants = ['node-products/page-limit', 'node-products/page-limit-maximum'].flatMap((id) => {
  const breach = rules.find((rule) => rule.id === id)?.mutants[0];
  return breach && 'wire' in breach ? [breach.wire] : [];
});
const serve = createFetch(honest({ mutants }), target.baseUrl);
const { headers: _headers, writes: _writes, subscription, ...known } = target;

conformance(() => ({ ...known, subscription, writes: 'deny' }), {
  name: 'a faulty server',
  transport: fromFetch((request) => serve(request)),
  only: [
    'application-key/created',
    'node-products/page-limit',
    'node-products/page-limit-maximum',
    'node-products/page-offset-served',
    'node-products/total-count',
  ],
});
