import { type Contract, operationIds } from '../../contract/contract.ts';
import { at, isObject, type Json, type JsonObject, withAt } from '../../json/json.ts';
import { acceptedSubscription, exampleToken } from '../admin/example-calls.ts';
import { type Catalog, isLive } from '../catalog/catalog.ts';
import type { Choices } from '../choices/choices.ts';

/** What a stub serves, and how. */
export type ServedStub = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Choices;
};

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
  const withExamples = withListing(withSubscription(withServer, served), served);
  return choices.tokens === 'own' ? withOwnTokens(withExamples, contract) : withExamples;
}

/** The token that each security scheme of the document takes. */
export const tokensOf = ({ choices }: ServedStub): Record<string, string> =>
  choices.tokens === 'own'
    ? Object.fromEntries(operationIds.map((id) => [id, exampleToken(choices, id)]))
    : { bearer: exampleToken(choices, 'application-key') };

function withSubscription(document: Json, { contract, catalog, choices }: ServedStub): Json {
  const { path, method } = contract.operations.subscription;
  const place = [
    'paths',
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'examples',
  ];
  const others = at(document, ...place);
  const here = { summary: 'With ids of this stub', value: acceptedSubscription(contract, catalog, choices) };
  return withAt(document, place, { here, ...(isObject(others) ? others : {}) });
}

function withListing(document: Json, { contract, catalog }: ServedStub): Json {
  const { path, method } = contract.operations['node-products'];
  const place = ['paths', path, method.toLowerCase(), 'parameters'];
  const parameters = at(document, ...place);
  const [[hierarchy, node] = []] = catalog.hierarchies.flatMap((one) =>
    one.nodes.map((inner) => [one, inner] as const),
  );
  if (!hierarchy || !node || !Array.isArray(parameters)) return document;
  const { id, attributes } = node.products.find(isLive) ?? {};
  const { name, slug } = attributes ?? {};
  const examples: Record<string, JsonObject> = {
    hierarchyID: { example: hierarchy.id },
    nodeID: { example: node.id },
    filter: {
      examples: {
        none: { summary: 'Without a filter', value: '' },
        ...(typeof name === 'string' ? { name: { summary: 'By name', value: `eq(name,${name})` } } : {}),
        ...(typeof slug === 'string' ? { slug: { summary: 'By slug', value: `eq(slug,${slug})` } } : {}),
        ...(id === undefined ? {} : { id: { summary: 'By id', value: `in(id,${id})` } }),
      },
    },
  };
  return withAt(
    document,
    place,
    parameters.map((one) => (isObject(one) ? { ...one, ...examples[String(one.name)] } : one)),
  );
}

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
