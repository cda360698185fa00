import { at, isObject, type Json, type JsonObject } from '../../json/json.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Problem, refuse } from '../replies/refusal.ts';
import { problemAt } from '../requests/check-body.ts';
import type { Handler, Setup } from '../requests/handler.ts';
import { createBodyReader } from '../requests/read-body.ts';
import { countCreated } from './quota.ts';
import { createSubscriptionCheck } from './subscription-check.ts';
import { createSubscriptionPolicy } from './subscription-policy.ts';
import { createSubscriptionReply } from './subscription-reply.ts';

/** Creates a subscription. */
export function createSubscription(setup: Setup): Handler {
  const { catalog, choices, memory } = setup;
  const replyTo = createSubscriptionReply(setup);
  const policy = createSubscriptionPolicy(setup);
  const read = createBodyReader(setup, 'subscription', createSubscriptionCheck(setup));
  return (incoming) => {
    const problems = [...incoming.problems, ...filterProblems(incoming.queryParameters, setup)];
    if (problems.length > 0) return refuse(400, problems);
    const body = read(incoming);
    if ('refused' in body) return body.refused;
    const sent = at(body.json, 'data');
    const data = isObject(sent) ? sent : {};
    const unknown = choices['unknown-ids'] === 'refused' ? unknownIds(data, catalog) : [];
    if (unknown.length > 0) return refuse(404, unknown);
    const against = policy(data);
    if (against.length > 0) return refuse(choices['business-status'], against);
    if (choices['repeated-external-ref'] === 'refused' && data.external_ref !== undefined) {
      if (memory.externalReferences.has(data.external_ref)) {
        const reason = choiceReason('repeated-external-ref');
        return refuse(409, [
          problemAt('/data/external_ref', 'is the reference of another subscription', reason),
        ]);
      }
      memory.externalReferences.add(data.external_ref);
    }
    const pair = choices['subscription-repeated'] === 'refused' ? pairOf(data) : undefined;
    if (pair && memory.subscribed.has(pair)) {
      const reason = choiceReason('subscription-repeated');
      return refuse(choices['business-status'], [
        problemAt('/data/plan_id', 'is subscribed to already', reason),
      ]);
    }
    const full = countCreated(setup, 'subscription');
    if (full) return full;
    if (pair) memory.subscribed.add(pair);
    return { status: choices['subscription-success'], body: Buffer.from(replyTo(data)) };
  };
}

/** The account and the plan of a subscription: together only once, where a repeated one is refused. */
const pairOf = ({ account_id, plan_id }: JsonObject): string[] =>
  [account_id, plan_id].map((id) => String(id).toLowerCase());

const filterProblems = (query: ReadonlyMap<string, string>, { choices, pointers }: Setup): Problem[] =>
  choices['subscription-filter'] === 'refused' && query.has('filter')
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
