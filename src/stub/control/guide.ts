import { faultsPath, mutantsPath, requestsPath, resetPath } from './reserved.ts';

/** How a stub is controlled, told by the stub itself. */
export const guide = {
  [faultsPath]: {
    GET: 'the faults that are armed, and how often each has struck',
    POST: 'arms a fault',
    DELETE: 'disarms them all; with ?id=1, that one',
    'may be left out of each': { operation: 'node-products', times: 3, probability: 0.5 },
    examples: [
      { kind: 'latency', ms: 200 },
      { kind: 'latency', from: 100, to: 400 },
      { kind: 'status', code: 503 },
      { kind: 'too-many-requests', retryAfter: 2 },
      { kind: 'connection-reset' },
      { kind: 'stalled-body', after: 100 },
      { kind: 'truncated-body' },
      { kind: 'malformed-json' },
      { kind: 'mutant', name: 'node-products/page-limit: pages of two are rounded up to ten' },
    ],
  },
  [mutantsPath]: { GET: 'the names of all mutants: breaches of the contract, as <rule>: <name>' },
  [requestsPath]: {
    GET: 'the requests received; picked by ?operation=, method=, status=, clause=, after= (a number)',
    DELETE: 'forgets them',
  },
  [resetPath]: { POST: 'back to the beginning; with ?what=data, journal or faults, that alone' },
};
