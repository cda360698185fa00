import { operationIds } from '../../contract/contract.ts';
import { stubOperations } from '../operations/all.ts';
import { clockPath, faultsPath, mutantsPath, requestsPath, resetPath } from './paths.ts';

/** The guide to controlling a stub, served by the stub itself. */
export const guide = {
  [faultsPath]: {
    GET: 'the active faults, and how often each has struck',
    POST: 'adds a fault',
    DELETE: 'removes all faults; with ?id=1, only that one',
    'optional for each': {
      operation: operationIds.join(' or '),
      fromRequest: 2,
      fromPage: 2,
      times: 3,
      probability: 0.5,
    },
    examples: [
      { kind: 'latency', ms: 200 },
      { kind: 'latency', from: 100, to: 400 },
      { kind: 'status', code: 503 },
      { kind: 'status', code: 409, body: { errors: [{ code: 'conflict' }] } },
      { kind: 'too-many-requests', retryAfter: 2 },
      { kind: 'connection-reset' },
      { kind: 'stalled-body', after: 100 },
      { kind: 'truncated-body' },
      { kind: 'malformed-json' },
      ...Object.values(stubOperations).flatMap(({ exampleMutant }) =>
        exampleMutant === undefined ? [] : [{ kind: 'mutant', name: exampleMutant }],
      ),
    ],
  },
  [mutantsPath]: { GET: 'the names of all mutants, which violate the contract, as <rule>: <name>' },
  [requestsPath]: {
    GET: 'the requests received; selected by ?operation=, method=, status=, clause=, token= (expected, other or any), after= (a number)',
    DELETE: 'clears them',
  },
  [clockPath]: { POST: 'sets the time from which the clock goes on: {"now": "2030-01-31T12:00:00Z"}' },
  [resetPath]: { POST: 'resets everything; with ?what=data, journal or faults, only that' },
};
