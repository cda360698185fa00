import type { Contract, OperationId } from '../../contract/contract.ts';
import type { Call, Header } from '../../http/exchange.ts';
import { at, isObject, type Json, withAt } from '../../json/json.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { listingPath } from '../catalog/listing-path.ts';
import { subscriptionIds } from '../catalog/subscription-ids.ts';
import type { Choices } from '../choices/choices.ts';
import { gatewayOf, knownPayer } from '../operations/subscription-policy.ts';
import { ownToken } from '../requests/authorization.ts';

/** A token that a stub with these choices accepts for an operation. */
export const exampleToken = (choices: Choices, operation: OperationId): string =>
  choices.tokens === 'own' ? ownToken(operation) : 'any-token-will-do';

/** The body of a subscription that a stub with this catalog and these choices accepts. */
export function acceptedSubscription(contract: Contract, catalog: Catalog, choices: Choices): Json {
  const accepted = {
    ...subscriptionIds(catalog),
    currency: choices['shop-currency'],
    payment_authority: { type: gatewayOf({ contract, choices }), ...knownPayer },
  };
  return Object.entries(accepted).reduce<Json>(
    (body, [name, value]) => withAt(body, ['data', name], value),
    exampleBody(contract, 'subscription'),
  );
}

/** One call for each operation that a stub with this catalog and these choices answers successfully. */
export function exampleCalls(contract: Contract, catalog: Catalog, choices: Choices): Call[] {
  const token = (operation: OperationId): Header => [
    'Authorization',
    `Bearer ${exampleToken(choices, operation)}`,
  ];
  const creation = (operation: OperationId, body: Json): Call => ({
    method: contract.operations[operation].method,
    target: contract.operations[operation].path,
    headers: [token(operation), ['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
  });
  const listed = catalog.hierarchies.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.id] as const));
  return [
    creation('application-key', exampleBody(contract, 'application-key')),
    creation('subscription', acceptedSubscription(contract, catalog, choices)),
    ...listed.slice(0, 1).map(([hierarchy, node]): Call => {
      const target = `${listingPath(contract, hierarchy, node)}?page%5Blimit%5D=3`;
      return {
        method: contract.operations['node-products'].method,
        target,
        headers: [token('node-products')],
      };
    }),
  ];
}

/** The first request example in the contract. */
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
