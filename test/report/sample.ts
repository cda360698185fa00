import type { RunExchange } from '../../conformance/core/exchange.ts';
import { knownGoodOf, type Target } from '../../conformance/core/target.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { collectionsLine } from '../../conformance/list/remedies.ts';
import { compileReport } from '../../conformance/report/compile.ts';
import type { Report } from '../../conformance/report/report.ts';
import { secretsOf } from '../../conformance/report/secrets.ts';
import type { Clause, Contract, Level } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';

const contract = await loadContract();
const { operations } = contract;

/** Values that no report may ever show. */
export const canaries = {
  token: 'canary-token-1',
  header: 'canary/header 2',
  customer: 'canary-customer-3',
  card: 'canary-card-4',
  name: 'Canary Name 5',
  email: 'canary6@example.com',
  secret: 'canary-"client"-secret-7',
  cookie: 'canary-cookie-8',
} as const;

/** A target with everything in it that is to be hidden. */
export const sampleTarget: Target = {
  baseUrl: 'http://shop.example/api',
  tokens: {
    'application-key': canaries.token,
    subscription: canaries.token,
    'node-products': canaries.token,
  },
  headers: [['X-Key', canaries.header]],
  writes: true,
  choices: new Map([['trailing-slash', 'rejected']]),
  known: {
    subscription: [
      {
        currency: 'USD',
        payment_authority: {
          type: 'payments_gateway_a',
          customer_id: canaries.customer,
          card_id: canaries.card,
          name: canaries.name,
          email: canaries.email,
        },
      },
    ],
  },
  collections: [],
};

const exchange: RunExchange = {
  id: 1,
  request: {
    method: 'POST',
    target: `/v2/application-keys?who=${encodeURIComponent(canaries.header)}`,
    headers: [
      ['authorization', `Bearer ${canaries.token}`],
      ['accept', 'application/json'],
      ['X-Key', canaries.header],
    ],
    body: Buffer.from(
      JSON.stringify({ data: knownGoodOf(sampleTarget, 'subscription')[0].payment_authority ?? null }),
    ),
  },
  response: {
    status: 200,
    headers: [['Set-Cookie', canaries.cookie]],
    body: Buffer.from(
      JSON.stringify({
        data: { client_secret: canaries.secret },
        echo: Object.values({ ...canaries, cookie: null }),
      }),
    ),
    ms: 1.26,
  },
};

/** A page of a listing that is asked for again and again. */
const page = (target: string, total: number): RunExchange => ({
  id: total + 1,
  request: { method: 'GET', target, headers: [['X-Key', canaries.header]] },
  response: {
    status: 200,
    headers: [],
    body: Buffer.from(JSON.stringify({ total, token: canaries.token })),
    ms: 2,
  },
});

const clause = (id: string, level: Level, at: string): [string, Clause] => [
  id,
  { id, level, at: [at], text: `What ${id} says.` },
];

const result = (rule: string, told: Partial<Result>): Result => ({
  rule,
  source: 'contract',
  operation: 'application-key',
  clause: 'stated',
  level: 'must',
  title: `the title of ${rule}`,
  verdict: 'pass',
  exchanges: [],
  ...told,
});

/** A run of every verdict. */
export const sampleOutcome: Parameters<typeof compileReport>[0] = {
  contract: {
    document: { 'x-sections': { '2.6': 'Product of a node', '4.1': 'Creating an application key' } },
    version: '1.0.0',
    sha256: '0123456789abcdef',
    amended: [],
    lost: [],
    clauses: new Map([clause('stated', 'must', '4.1/s3'), clause('followed', 'should', '2.6/name#type')]),
    operations,
  } as unknown as Contract,
  target: sampleTarget,
  rules: [],
  results: [
    result('application-key/passed', {}),
    result('application-key/unjudged', {
      verdict: 'untested',
      why: { kind: 'blocked', by: 'application-key/broken' },
    }),
    result('application-key/broken', {
      verdict: 'fail',
      why: 'status 201; got status 200',
      expected: 'status 201',
      saw: `status 200\u001b[2J and ${canaries.secret}`,
      exchanges: [exchange],
    }),
    result('node-products/warned', {
      operation: 'node-products',
      clause: 'followed',
      level: 'should',
      verdict: 'fail',
      expected: 'a name',
      saw: 'none \u202eeman',
    }),
    result('node-products/open', {
      operation: 'node-products',
      verdict: 'inconclusive',
      why: 'a time-out',
      correctedBy: ['no response', 'measured rate'],
    }),
    result('node-products/once', {
      operation: 'node-products',
      intermittent: [
        {
          expected: 'one total',
          saw: `8, and then ${canaries.secret}`,
          exchanges: [page('/a', 7), page('/b', 8)],
        },
      ],
    }),
    result('node-products/idle', { operation: 'node-products', verdict: 'untested', why: 'no bundle' }),
    result('node-products/unknown', {
      operation: 'node-products',
      verdict: 'inconclusive',
      why: 'no collection is known',
      remedy: collectionsLine({ contract }),
    }),
    result('subscription/denied', {
      operation: 'subscription',
      verdict: 'skipped',
      why: 'no',
      remedy: { kind: 'writes' },
    }),
    result('subscription/ours', { operation: 'subscription', verdict: 'error', why: 'a bug' }),
  ],
  alsoSeen: [
    result('subscription/unselected', {
      operation: 'subscription',
      clause: 'followed',
      verdict: 'fail',
      why: `a name; got ${canaries.name}`,
      expected: 'a name',
      saw: canaries.name,
      exchanges: [exchange],
    }),
  ],
  transientFailures: [
    { method: 'GET', target: `/a?${canaries.token}`, saw: 'status 503', retries: 1, last: 'status 200' },
  ],
  choiceObservations: [
    { choice: 'trailing-slash', option: `other: ${canaries.name}`, exchanges: [] },
    {
      choice: 'raw-brackets',
      verdict: 'untested',
      why: `no collection shows ${canaries.name}`,
      exchanges: [],
    },
  ],
  strict: false,
  required: new Set(),
  secrets: [...secretsOf(sampleTarget), canaries.secret],
  seed: 7,
  nonce: '0a1b2c3d',
  created: [{ operation: 'application-key', id: 'e0', path: '/v2/application-keys', why: 'no deletions' }],
  requests: 12,
  durationMs: 1234,
};

/** A run of some rules, all of which passed, except a warning. */
const passingOutcome: Parameters<typeof compileReport>[0] = {
  ...sampleOutcome,
  results: sampleOutcome.results.filter(({ rule }) => /\/(passed|once|warned)$/.test(rule)),
  alsoSeen: [],
  transientFailures: [],
  selected: { named: new Set() },
};

/** The report of that run. */
export const passingReport: Report = await compileReport(passingOutcome);

/** The report of the run of every verdict. */
export const sampleReport: Report = await compileReport(sampleOutcome);
