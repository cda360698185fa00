import type { Contract, OperationId } from '../contract/contract.ts';
import type { Call, Header } from '../wire/exchange.ts';
import { at, isObject, type Json, withAt } from '../wire/json.ts';
import type { Catalog } from './catalog.ts';
import { listingPath } from './listing-path.ts';

const token: Header = ['Authorization', 'Bearer any-token-will-do'];

/** One call for each operation that a stub over this catalog answers with success. */
export function exampleCalls(contract: Contract, catalog: Catalog): Call[] {
  const subscribable = Object.entries(subscriptionIds(catalog));
  const subscription = subscribable.reduce<Json>(
    (body, [name, id]) => withAt(body, ['data', name], id),
    exampleBody(contract, 'subscription'),
  );
  const creation = (operation: OperationId, body: Json): Call => ({
    method: contract.operations[operation].method,
    target: contract.operations[operation].path,
    headers: [token, ['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
  });
  const listed = catalog.hierarchies.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.id] as const));
  return [
    creation('application-key', exampleBody(contract, 'application-key')),
    creation('subscription', subscription),
    ...listed.slice(0, 1).map(([hierarchy, node]): Call => {
      const target = `${listingPath(contract, hierarchy, node)}?page%5Blimit%5D=3`;
      return { method: contract.operations['node-products'].method, target, headers: [token] };
    }),
  ];
}

/** The first example of a request that the contract gives. */
function exampleBody({ document, operations }: Contract, id: OperationId): Json {
  const { path, method } = operations[id];
  const place = [
    'paths',
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'examples',
  ];
  const examples = at(document, ...place);
  const [first] = isObject(examples) ? Object.values(examples) : [];
  return (at(first, 'value') as Json | undefined) ?? { data: {} };
}

/** Ids a subscription can be made of, as far as the catalog has any. */
export function subscriptionIds({ accounts, offerings }: Catalog): Record<string, string> {
  const [account_id] = accounts;
  const offering = [...offerings.values()].find(({ plans }) => plans.length > 0);
  const [plan_id] = offering?.plans ?? [];
  return {
    ...(account_id === undefined ? {} : { account_id }),
    ...(offering && plan_id !== undefined ? { offering_id: offering.id, plan_id } : {}),
  };
}
