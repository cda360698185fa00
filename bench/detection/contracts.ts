import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { contract } from '../servers.ts';
import { currencies, currency, exampleNodes, subscribable } from './examples.ts';

export const listing = '/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products';
export const subscriptions = '/subscriptions/subscriptions';

/** The contract whose examples name what the server under test knows. */
export function ownExamples(): JsonObject {
  const ids = walk(contract.document, (value) => {
    if (!isObject(value) || !isObject(value.data) || !('offering_id' in value.data)) return value;
    return { ...value, data: { ...value.data, ...subscribable, currency } };
  }) as JsonObject;
  const [first] = exampleNodes;
  return changeParameters(ids, (parameter) => {
    if (parameter.name === 'hierarchyID') return { ...parameter, example: first.hierarchy };
    if (parameter.name === 'nodeID') return { ...parameter, example: first.node };
    return parameter;
  });
}

/**
 * The same contract, narrowed where a schema-driven tool would send what the specification does not specify: page sizes
 * begin at one, filters have the two stated shapes, currencies are those of ISO 4217, and nothing is sent whose
 * meaning is open.
 */
export function narrowed(currencyCodes = currencies): JsonObject {
  const parameters = changeParameters(ownExamples(), (parameter) => {
    const schema = parameter.schema as JsonObject;
    if (parameter.name === 'page[offset]') return { ...parameter, schema: { ...schema, minimum: 0 } };
    if (parameter.name === 'page[limit]') return { ...parameter, schema: { ...schema, minimum: 1 } };
    if (parameter.name === 'filter') return { ...parameter, schema: { ...schema, pattern: filterShape } };
    return parameter;
  });
  const data = ['components', 'schemas', 'SubscriptionRequest', 'properties', 'data', 'properties'];
  const currencies = withAt(parameters, [...data, 'currency', 'enum'], currencyCodes);
  const unfiltered = withoutAt(currencies, ['paths', subscriptions, 'post', 'parameters']);
  return withoutAt(unfiltered, [...data, 'meta']) as JsonObject;
}

const filterShape =
  '^(eq\\((name|slug),[A-Za-z0-9._-]{1,40}\\)|in\\(id,[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\\))$';

/** The contract with each parameter of the listing changed. */
export function changeParameters(
  document: JsonObject,
  change: (parameter: JsonObject) => JsonObject,
): JsonObject {
  const path = ['paths', listing, 'get', 'parameters'];
  const parameters = at(document, ...path) as JsonObject[];
  return withAt(document, path, parameters.map(change)) as JsonObject;
}

/** Rebuilds a value from its leaves to its root. */
export function walk(value: Json, change: (value: Json) => Json): Json {
  if (Array.isArray(value)) return change(value.map((item) => walk(item, change)));
  if (!isObject(value)) return change(value);
  return change(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, change)])),
  );
}
