import { isDeepStrictEqual } from 'node:util';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { nameDecoded } from '../../conformance/core/requests.ts';
import type { Target } from '../../conformance/core/target.ts';
import { queryOf as readQueryOf } from '../../conformance/list/query.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { type HttpRequest, type HttpResponse, isLost, type Lost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import { contract } from '../shipped.ts';

/** What a breach is made from: one exchange of a conforming server, and what the operator knows. */
export type Made = {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly target: Target;
};

/**
 * A way to break a `must` in one response, written from the document and not from the rules. It gives back the broken
 * response, or nothing where this response cannot be broken so.
 */
export type Breaking = {
  readonly name: string;
  readonly operation: OperationId;
  /** Whether it takes a relation between responses, or between parts of one that a server may compute apart, to see it. */
  readonly isRelation: boolean;
  readonly breaks: (made: Made) => HttpResponse | undefined;
};

const json = ({ body }: HttpResponse): JsonObject | undefined => {
  const read = readBody(body);
  return 'json' in read && isObject(read.json) ? read.json : undefined;
};

const withJson = (response: HttpResponse, value: Json): HttpResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
  body: Buffer.from(JSON.stringify(value)),
});

const isServed = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299;

type Listing = { readonly data: JsonObject[]; readonly json: JsonObject; readonly made: Made };

/** A breaking of listings: told the products of a served page, it gives back the whole body that breaks a `must`. */
const listing = (
  name: string,
  isRelation: boolean,
  change: (listing: Listing) => Json | undefined,
): Breaking => ({
  name,
  operation: 'node-products',
  isRelation,
  breaks: (made) => {
    const body = isServed(made.response) ? json(made.response) : undefined;
    if (!body || !Array.isArray(body.data)) return undefined;
    const changed = change({
      data: structuredClone(body.data).filter(isObject),
      json: structuredClone(body),
      made,
    });
    return changed === undefined || isDeepStrictEqual(changed, body)
      ? undefined
      : withJson(made.response, changed);
  },
});

const queryOf = ({ request }: Made) => readQueryOf(contract, request);

/** Whether a request asks for nothing but a page of the collection; ids in capitals mean the same only as a `should`. */
const isPlain = (made: Made): boolean =>
  queryOf(made).filter === undefined && queryOf(made).isDefined && collectionOf(made) !== undefined;

const totalOf = (body: JsonObject): number => Number(at(body, 'meta', 'results', 'total'));

const isFullyOrdered = (made: Made): boolean => {
  const { order = [], holds = [] } = collectionOf(made) ?? {};
  return order.length > 0 && holds.every((id) => order.includes(id));
};

const collectionOf = ({ request, target }: Made) =>
  target.collections.find(({ values: [hierarchy, node] }) =>
    request.target.includes(`${hierarchy}/nodes/${node}/`),
  );

/** Breakings of creations change what a created record shows. */
const creation = (
  operation: OperationId,
  name: string,
  change: (body: JsonObject, request: HttpRequest) => Json | undefined,
): Breaking => ({
  name,
  operation,
  isRelation: false,
  breaks: ({ request, response }) => {
    const body = isServed(response) ? json(response) : undefined;
    const changed = body && change(structuredClone(body), request);
    return changed === undefined ? undefined : withJson(response, changed);
  },
});

/** Whether a subscription lacks what the document requires, and has nothing else against it. */
function lacksField({ body }: HttpRequest): boolean {
  const read = body && readBody(body);
  const data = read && 'json' in read ? at(read.json, 'data') : undefined;
  const required = ['account_id', 'offering_id', 'plan_id', 'currency'];
  return isObject(data) && required.some((field) => !Object.hasOwn(data, field));
}

/** Every way to break a `must` that the law of the sweep draws from. */
export const breakings: readonly Breaking[] = [
  listing('a product is shown as a draft', false, ({ data, json: body }) =>
    data.length === 0
      ? undefined
      : { ...body, data: [withAt(data[0], ['attributes', 'status'], 'draft'), ...data.slice(1)] },
  ),
  listing('a hidden product stands in the place of the last', false, ({ data, json: body, made }) => {
    const [hidden] = collectionOf(made)?.hidden ?? [];
    if (hidden === undefined || data.length === 0) return undefined;
    const id = typeof hidden === 'string' ? hidden : hidden.id;
    return { ...body, data: [...data.slice(0, -1), { ...data.at(-1), id }] };
  }),
  listing('two curated products change places', false, ({ data, json: body, made }) => {
    const curated = new Set(collectionOf(made)?.order);
    const [one, other] = [...data.keys()].filter((index) => curated.has(String(data[index]?.id)));
    if (!isPlain(made) || one === undefined || other === undefined) return undefined;
    return {
      ...body,
      data: data.map(
        (product, index) => data[index === one ? other : index === other ? one : index] ?? product,
      ),
    };
  }),
  {
    name: 'the body breaks off',
    operation: 'node-products',
    isRelation: false,
    breaks: ({ response }) =>
      isServed(response)
        ? {
            ...response,
            headers: response.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
            body: response.body.subarray(0, -2),
          }
        : undefined,
  },
  listing('a product of the page is missing', true, ({ data, json: body, made }) => {
    const { limit, offset } = queryOf(made);
    // Where none is given, a page begins at the first product only as far as a `should` goes (READINGS 22).
    return !isPlain(made) ||
      (offset === undefined && !isFullyOrdered(made)) ||
      limit === undefined ||
      limit < 1 ||
      limit > 100 ||
      data.length < 2
      ? undefined
      : { ...body, data: data.slice(0, -1) };
  }),
  listing('the total is one too many', true, ({ json: body, made }) =>
    isPlain(made) && totalOf(body) > 1 && Number(queryOf(made).limit ?? 100) > 1
      ? withAt(body, ['meta', 'results', 'total'], totalOf(body) + 1)
      : undefined,
  ),
  creation('application-key', 'a key has no id', (body) => withoutAt(body, ['data', 'id'])),
  {
    name: 'a key is created with 200',
    operation: 'application-key',
    isRelation: false,
    breaks: ({ response }) => (response.status === 201 ? { ...response, status: 200 } : undefined),
  },
  creation('subscription', 'a subscription shows another plan', (body) =>
    withAt(body, ['data', 'attributes', 'plan_id'], 'ab0b6c52-6d0e-4a57-9b1a-0c7e5d2f8acd'),
  ),
  {
    name: 'an invalid subscription is accepted',
    operation: 'subscription',
    isRelation: false,
    breaks: ({ request, response }) =>
      lacksField(request) && response.status >= 400 ? { ...response, status: 201 } : undefined,
  },
];

/** A request as it is asked for, whatever the order and the spelling of its parameters, its nonce and its caching. */
export function requestKey(request: HttpRequest): string {
  const [path, query = ''] = request.target.split('?');
  const text = Buffer.from(request.body ?? [])
    .toString('utf8')
    .replaceAll(/a55a4000[0-9a-f]{8}|[0-9a-f]{16}/g, '');
  const authorization = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  return `${request.method} ${path}?${query
    .split('&')
    .filter((part) => part !== '')
    .map(nameDecoded)
    .toSorted()
    .join('&')} ${text} ${authorization}`;
}

/** The operation of a request; all requests of a run that the law draws from have one. */
export const operationOfCall = (request: HttpRequest): OperationId | undefined =>
  operationOf(contract, request);

/** Whether a response came and is decisive. */
export const isReply = (response: HttpResponse | Lost): response is HttpResponse => !isLost(response);
