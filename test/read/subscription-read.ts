import { operationTable } from '../../spec/operations.ts';
import type { OperationId } from '../../src/contract/contract.ts';

// Adds an operation that reads a subscription to the contract, and prints what the rules of its kind say of the stub and of
// each of their mutants, and what a check says if the first readings are not served. It runs in a process of its own, since which operations there are is settled when modules load.
const operation = 'subscription-read' as OperationId;

const path = '/subscriptions/subscriptions/{id}';
Object.assign(operationTable, {
  [operation]: { kind: 'read', resource: 'subscription', path, needsToken: true },
});

const openapi = `  ${path}:
    get:
      operationId: getSubscription
      x-operation: ${operation}
      tags: [subscriptions]
      summary: Read a subscription
      description: Returns a subscription as it was created.
      security:
        - bearer: []
      parameters:
        - name: id
          in: path
          description: The id of a subscription.
          required: true
          x-clause: { required: ${operation}/path-id-required }
          schema:
            type: string
            format: uuid
            x-clause: { type: ${operation}/path-uuid, format: ${operation}/path-uuid }
      responses:
        2XX:
          description: The subscription.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/SubscriptionResponse' }
        4XX: { $ref: '#/components/responses/Rejected' }

`;

const clauses = Object.entries({
  'as-created': 'A subscription is returned as it was created.',
  authorization: 'Reading a subscription needs a token.',
  'path-id-required': 'The path has the id of a subscription.',
  'path-uuid': 'An id that is not a UUID is rejected.',
  'unknown-id': 'An unknown id is rejected.',
})
  .map(([name, text]) => `- id: ${operation}/${name}\n  at: 4.2/s2\n  level: must\n  text: ${text}\n\n`)
  .join('');

const { loadEdited } = await import('../contract/edited-contract.ts');

const { operationOf } = await import('../../conformance/core/operation-of.ts');

const { revealingChoices, proofOf } = await import('../../conformance/proof/proof.ts');

const { kill } = await import('../../conformance/proof/kills.ts');

const { stubOperations } = await import('../../src/stub/operations.ts');

const { readOperation } = await import('../../src/stub/read.ts');

Object.assign(stubOperations, { [operation]: readOperation(operation) });

const [place, first] = ['  /pcm/hierarchies/', '# ---- preamble'];

// A promise about a request is one of the operation that has one, also if both operations return the field.
const returned = `                account_id:
                  type: string
`;

const proof = await proofOf(
  await loadEdited({
    openapi: [
      [place, openapi + place],
      [returned, `${returned}                  x-returns: /data/account_id\n`],
    ],
    clauses: [[first, clauses + first]],
  }),
);

const rules = proof.ruleSet.rules.filter((rule) => rule.operation === operation);

const selected = rules.map(({ id }) => id);

/** What rules say of a conforming stub with each of some choices. */
const verdicts = new Map<string, Set<string>>();
for (const choices of revealingChoices)
  for (const { rule, verdict } of await proof.judged(proof.conforming({ choices }), { selected }))
    verdicts.set(rule, (verdicts.get(rule) ?? new Set()).add(verdict));

const scopes = revealingChoices.map((choices) => ({ choices }));

const kills = await Promise.all(
  rules.flatMap((rule) => rule.mutants.map((mutant) => kill(proof, rule, mutant, scopes, 1))),
);
/** What is said of the operation if its first readings have these statuses, the last of them from then on. */
async function unavailableAfter(...statuses: readonly number[]): Promise<readonly string[]> {
  const stub = proof.conforming();
  let readings = 0;
  const { unavailable, results } = await proof.checked(
    async (request) => {
      if (operationOf(request) !== operation) return stub(request);
      const status = statuses[readings] ?? statuses.at(-1) ?? 200;
      readings += 1;
      return status === 200 ? stub(request) : { status, headers: [], body: new Uint8Array(), ms: 1 };
    },
    { selected: new Set([...selected, 'subscription/accepted']) },
  );
  const isJudged = results.some((one) => one.operation === operation && one.verdict === 'pass');
  return [...unavailable.map(({ state, saw }) => `${state}: ${saw}`), ...(isJudged ? ['judged'] : [])];
}
const firstReadings = {
  '404': await unavailableAfter(404),
  '405': await unavailableAfter(405),
  '501': await unavailableAfter(501),
  '404, then 200': await unavailableAfter(404, 200),
  '200': await unavailableAfter(200),
};

process.stdout.write(
  JSON.stringify({
    firstReadings,
    rules: selected,
    failing: [...verdicts].flatMap(([rule, all]) => (all.has('fail') || all.has('error') ? [rule] : [])),
    untested: [...verdicts].flatMap(([rule, all]) => (all.has('pass') ? [] : [rule])),
    missed: kills
      .filter(({ killed }) => !killed)
      .map(({ rule, mutant, said }) => `${rule}: ${mutant}: ${said}`),
  }),
);
