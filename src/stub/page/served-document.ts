import { type Contract, operationIds } from '../../contract/contract.ts';
import { at, type Json, withAt } from '../../json/json.ts';
import { anyToken, exampleToken } from '../admin/example-calls.ts';
import { stubOperations } from '../operations/all.ts';
import { placeOf } from '../requests/contract-pointers.ts';
import type { ServedStub } from '../requests/handler.ts';

/**
 * The contract as OpenAPI, with this stub as its server, and with values as examples that this stub answers: ids of
 * its shop, and a product to filter by.
 */
export function servedDocument(served: ServedStub, baseUrl: string): Json {
  const { contract, choices } = served;
  const withServer: Json = {
    ...contract.document,
    servers: [{ url: baseUrl, description: 'This stub.' }],
  };
  const withExamples = operationIds.reduce<Json>(
    (document, id) => stubOperations[id].withExamples?.(document, placeOf(contract, id), served) ?? document,
    withServer,
  );
  return choices.tokens === 'own' ? withOwnTokens(withExamples, contract) : withExamples;
}

/** The token that each security scheme of the document takes. */
export const tokensOf = ({ choices }: ServedStub): Record<string, string> =>
  choices.tokens === 'own'
    ? Object.fromEntries(operationIds.map((id) => [id, exampleToken(choices, id)]))
    : { bearer: anyToken };

/** One security scheme for each operation, as each has a token of its own. */
function withOwnTokens(document: Json, { operations }: Contract): Json {
  const bearer = at(document, 'components', 'securitySchemes', 'bearer') as Json;
  const schemes = Object.fromEntries(operationIds.map((id) => [id, bearer]));
  return operationIds.reduce<Json>(
    (changed, id) => {
      const { path, method } = operations[id];
      return withAt(changed, ['paths', path, method.toLowerCase(), 'security'], [{ [id]: [] }]);
    },
    withAt(document, ['components', 'securitySchemes'], schemes),
  );
}
