import { createCheck, type Terms } from '../../conformance/check.ts';
import type { Experiment } from '../../conformance/core/context.ts';
import type { Observation } from '../../conformance/core/observation.ts';
import { textRequest } from '../../conformance/core/requests.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import type { Target } from '../../conformance/core/target.ts';
import { kinds } from '../../conformance/kinds.ts';
import { listingRequest } from '../../conformance/list/query.ts';
import type { RuleSet } from '../../conformance/rule-files/rule-set.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { HttpRequest, Transport } from '../../src/http/exchange.ts';

const contract = await loadContract();

/** A target without collections. */
export const target: Target = {
  baseUrl: 'http://shop.example',
  tokens: { 'application-key': 'a-token-to-hide' },
  headers: [],
  writes: true,
  known: { subscription: [{ currency: 'USD' }] },
  collections: [],
  choices: new Map(),
};

/** A rule that judges every response of its operation. */
export const rule = (id: string, operation: Rule['operation'], holds: boolean): Rule => ({
  id,
  operation,
  title: id,
  shows: 'content',
  mutants: [],
  claims: [
    {
      on: 'response',
      judge: (exchange, judge) =>
        judge.claim(holds, () => ({
          expected: 'this',
          saw: `that, and ${judge.target.tokens['application-key']}`,
          shown: [exchange],
        })),
    },
  ],
});

/** Creates a key. */
export const create: Experiment = {
  id: 'application-key/create',
  operation: 'application-key',
  shows: 'a valid key',
  run: async (context) => {
    await context.send(textRequest(context, 'application-key', '{"data":{}}'));
  },
};

/** Asks for a page. */
export const list: Experiment = {
  id: 'node-products/list',
  operation: 'node-products',
  shows: 'one page',
  run: async (context) => {
    await context.send(
      listingRequest(context, { operation: 'node-products', values: ['a', 'b'] }, { limit: 1 }),
    );
  },
};

const look: Observation = {
  id: 'application-key/tokens',
  operation: 'application-key',
  choice: 'tokens',
  read: () => 'any',
};
const crash: Observation = {
  id: 'node-products/trailing-slash',
  operation: 'node-products',
  choice: 'trailing-slash',
  read: () => {
    throw new TypeError('a bug');
  },
};

/** A broken rule, one that holds, and an observation that breaks down. */
export const ruleSet: RuleSet = {
  kinds,
  rules: [
    rule('application-key/one', 'application-key', false),
    rule('node-products/two', 'node-products', true),
  ],
  observations: [look, crash],
  experiments: [create, list],
};
/** The same without what breaks down. */
export const calm: RuleSet = { ...ruleSet, observations: [look] };

/** What a check is to differ in. */
export type Options = Terms & {
  readonly target?: Target;
  readonly ruleSet?: RuleSet;
  readonly transport?: Transport;
};

/** Checks a server that creates whatever it is asked to. */
export async function check({
  target: other = target,
  ruleSet: made = ruleSet,
  transport,
  ...terms
}: Options = {}) {
  const requests: HttpRequest[] = [];
  const server: Transport = async (request) => {
    requests.push(request);
    if (transport) return transport(request);
    const body = Buffer.from('{"data":{"id":"e0","client_secret":"a-secret-to-hide"}}');
    return { status: request.method === 'POST' ? 201 : 405, headers: [], body, ms: 1 };
  };
  const { run } = await createCheck({ contract, target: other, ruleSet: made }, terms);
  const report = await run(server);
  return { report, requests, methods: requests.map(({ method }) => method) };
}
