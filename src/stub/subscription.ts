import { at, isObject, type Json } from '../wire/json.ts';
import { createBodyReader } from './body.ts';
import { problemAt } from './body-check.ts';
import type { Catalog } from './catalog.ts';
import type { Handler, Setup } from './operation.ts';
import { type Problem, refuse } from './refusal.ts';
import { writeReply } from './resource.ts';
import { createSubscriptionCheck } from './subscription-check.ts';
import { createSubscriptionReply } from './subscription-reply.ts';
import { chosen } from './why.ts';

/** Creates a subscription. */
export function createSubscription(setup: Setup): Handler {
  const { contract, catalog, choices, memory } = setup;
  const { response } = contract.operations.subscription;
  const replyTo = createSubscriptionReply(setup);
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
    if (choices['repeated-external-ref'] === 'refused' && data.external_ref !== undefined) {
      if (memory.externalReferences.has(data.external_ref)) {
        const why = chosen('repeated-external-ref');
        return refuse(409, [
          problemAt('/data/external_ref', 'is the reference of another subscription', why),
        ]);
      }
      memory.externalReferences.add(data.external_ref);
    }
    return { status: choices['subscription-success'], body: writeReply(replyTo(data), response, choices) };
  };
}

const filterProblems = (query: ReadonlyMap<string, string>, { choices, locate }: Setup): Problem[] =>
  choices['subscription-filter'] === 'refused' && query.has('filter')
    ? [
        {
          detail: 'the parameter filter has no use here',
          source: { parameter: 'filter' },
          why: { ...chosen('subscription-filter'), pointer: locate.parameter('subscription', 'filter') },
        },
      ]
    : [];

function unknownIds(data: Readonly<Record<string, Json>>, catalog: Catalog): Problem[] {
  const known = { account_id: catalog.accounts, offering_id: catalog.offerings, plan_id: catalog.plans };
  return Object.entries(known)
    .filter(([name, ids]) => !ids.has(String(data[name]).toLowerCase()))
    .map(([name]) => problemAt(`/data/${name}`, 'is the id of nothing here', chosen('unknown-ids')));
}
