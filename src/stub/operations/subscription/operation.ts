import { at, isObject, type Json, type JsonObject } from '../../../json/json.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { choiceReason } from '../../replies/reason.ts';
import { type Problem, reject } from '../../replies/rejection.ts';
import { problemAt } from '../../requests/check-body.ts';
import type { Handler, Setup, StubOperation } from '../../requests/handler.ts';
import { countCreated } from '../../requests/quota.ts';
import { createBodyReader } from '../../requests/read-body.ts';
import { createSeenValues } from '../../state/seen-values.ts';
import { acceptedSubscription } from './accepted.ts';
import { createSubscriptionCheck } from './check.ts';
import { createSubscriptionPolicy } from './policy.ts';
import { createSubscriptionReply } from './reply.ts';

const id = 'subscription';

/** Creates a subscription. */
export const operation: StubOperation = {
  createHandler,
  example: (stub) => ({
    target: stub.contract.operations[id].path,
    body: Buffer.from(JSON.stringify(acceptedSubscription(stub))),
  }),
};

function createHandler(setup: Setup): Handler {
  const { catalog, choices, memory } = setup;
  const references = memory.kept('external references', createSeenValues);
  /** Accounts and plans that they are subscribed to. */
  const pairs = memory.kept('subscribed', createSeenValues);
  const replyTo = createSubscriptionReply(setup);
  const policy = createSubscriptionPolicy(setup);
  const read = createBodyReader(setup, id, {
    check: createSubscriptionCheck(setup),
    freeText: 'external_ref',
  });
  return (incoming) => {
    const problems = [...incoming.problems, ...filterProblems(incoming.queryParameters, setup)];
    if (problems.length > 0) return reject(400, problems);
    const body = read(incoming);
    if ('rejected' in body) return body.rejected;
    const sent = at(body.json, 'data');
    const data = isObject(sent) ? sent : {};
    const unknown = choices['unknown-ids'] === 'rejected' ? unknownIds(data, catalog) : [];
    if (unknown.length > 0) return reject(404, unknown);
    const against = policy(data);
    if (against.length > 0) return reject(choices['business-status'], against);
    if (choices['repeated-external-ref'] === 'rejected' && data.external_ref !== undefined) {
      if (references.has(data.external_ref)) {
        const reason = choiceReason('repeated-external-ref');
        return reject(409, [
          problemAt('/data/external_ref', 'is the reference of another subscription', reason),
        ]);
      }
      references.add(data.external_ref);
    }
    const pair = choices['subscription-repeated'] === 'rejected' ? pairOf(data) : undefined;
    if (pair && pairs.has(pair)) {
      const reason = choiceReason('subscription-repeated');
      return reject(choices['business-status'], [
        problemAt('/data/plan_id', 'is subscribed to already', reason),
      ]);
    }
    const full = countCreated(setup, 'subscription-quota');
    if (full) return full;
    if (pair) pairs.add(pair);
    return { status: choices['subscription-success'], body: Buffer.from(replyTo(data)) };
  };
}

/** The account and the plan of a subscription: together only once, where a repeated one is rejected. */
const pairOf = ({ account_id, plan_id }: JsonObject): string[] =>
  [account_id, plan_id].map((id) => String(id).toLowerCase());

const filterProblems = (query: ReadonlyMap<string, string>, { choices, pointers }: Setup): Problem[] =>
  choices['subscription-filter'] === 'rejected' && query.has('filter')
    ? [
        {
          detail: 'the parameter filter is not supported here',
          source: { parameter: 'filter' },
          reason: {
            ...choiceReason('subscription-filter'),
            pointer: pointers.parameter('subscription', 'filter'),
          },
        },
      ]
    : [];

function unknownIds(data: Readonly<Record<string, Json>>, catalog: Catalog): Problem[] {
  const known = { account_id: catalog.accounts, offering_id: catalog.offerings, plan_id: catalog.plans };
  return Object.entries(known)
    .filter(([name, ids]) => !ids.has(String(data[name]).toLowerCase()))
    .map(([name]) => problemAt(`/data/${name}`, 'is an unknown id', choiceReason('unknown-ids')));
}
