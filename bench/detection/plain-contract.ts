import { at, isObject, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import { changeParameters, listing, narrowed, subscriptions, walk } from './contracts.ts';
import { currency, exampleNodes, rejections } from './examples.ts';
import { leastReplies } from './least-replies.ts';

const methods: Readonly<Record<string, string>> = {
  [listing]: 'get',
  [subscriptions]: 'post',
  '/v2/application-keys': 'post',
};

/**
 * The narrowed contract for tools that read OpenAPI 3.0 only: single statuses, one security, no lists of types,
 * and one currency, since some of them send every value of a list with every other.
 */
export function plain(): JsonObject {
  const document = walk(narrowed([currency]), simpler) as JsonObject;
  const { summary: _summary, ...info } = document.info as JsonObject;
  return changeOperations({ ...document, openapi: '3.0.3', info }, (operation, method) => {
    const { '2XX': open, '201': created } = operation.responses as JsonObject;
    const responses: JsonObject = method === 'get' ? { 200: open ?? {} } : { 201: open ?? created ?? {} };
    return fullFirst({ ...operation, security: [{ bearer: [] }], responses });
  });
}

/** Some tools send the first example only: the full one says more. */
function fullFirst(operation: JsonObject): JsonObject {
  const place = ['requestBody', 'content', 'application/json', 'examples'];
  const examples = at(operation, ...place) as JsonObject | undefined;
  return examples === undefined
    ? operation
    : (withAt(operation, place, { full: examples.full ?? {}, ...examples }) as JsonObject);
}

/**
 * For Specmatic, which sends what is wrong only where a rejection is described, wants the body of the rejection said,
 * and ties the examples of parameters to those of the response by name.
 */
export function plainForSpecmatic(): JsonObject {
  const rejection = {
    description: 'Rejected.',
    content: { [rejections.mediaType]: { schema: { type: 'object' } } },
  };
  const names = ['full', 'kitchen', 'kits', 'clothing', 'ropes'];
  const rejecting = changeOperations(plain(), (operation, method) => {
    const rejected = Object.fromEntries(rejections.statuses.map((status) => [status, rejection]));
    const responses = { ...(operation.responses as JsonObject), ...rejected };
    if (method !== 'get') return { ...operation, responses };
    const place = ['200', 'content', 'application/json', 'examples'];
    const shown = at(responses, ...place, 'full') as Json;
    return {
      ...operation,
      responses: withAt(responses, place, Object.fromEntries(names.map((name) => [name, shown]))),
    };
  });
  return changeParameters(rejecting, ({ example: _one, examples: _several, ...parameter }) => {
    const field = { hierarchyID: 'hierarchy', nodeID: 'node' }[String(parameter.name)];
    if (field === undefined) return parameter;
    const examples = names.map((name, index) => [name, { value: String(at(exampleNodes, index, field)) }]);
    return { ...parameter, examples: Object.fromEntries(examples) };
  });
}

/**
 * For Dredd, which leaves out operations whose parameters have brackets in their names, and takes every field of
 * an example, or of a schema, for required: each response is exemplified by what it has to hold, and no more.
 */
export function plainForDredd(): JsonObject {
  return changeOperations(plain(), (operation, method) => {
    const status = method === 'get' ? '200' : '201';
    const response = ['responses', status, 'content', 'application/json'];
    const least = at(leastReplies, String(operation['x-operation'])) as Json;
    const short = withAt(operation, response, { example: least }) as JsonObject;
    const parameters = (short.parameters ?? []) as JsonObject[];
    return method === 'get' ? { ...short, parameters: parameters.filter((one) => one.in === 'path') } : short;
  });
}

function changeOperations(
  document: JsonObject,
  change: (operation: JsonObject, method: string) => JsonObject,
): JsonObject {
  return Object.entries(methods).reduce<Json>(
    (changed, [path, method]) =>
      withAt(
        changed,
        ['paths', path, method],
        change(at(changed, 'paths', path, method) as JsonObject, method),
      ),
    document,
  ) as JsonObject;
}

/** One value as OpenAPI 3.0 can say it. */
function simpler(value: Json): Json {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'x-clause' && name !== 'x-member');
  const { const: constant, type, ...rest } = Object.fromEntries(kept) as JsonObject;
  const listed = constant === undefined || isObject(constant) ? rest : { ...rest, enum: [constant] };
  if (type === undefined) return listed;
  if (!Array.isArray(type)) return { ...listed, type };
  const types = type.filter((name) => name !== 'null');
  if (types.length > 1) return { description: String(value.description ?? 'Of several types.') };
  return { ...listed, type: types[0] ?? 'string', nullable: true };
}
