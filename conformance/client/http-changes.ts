// What conforming servers may do to the HTTP of responses.

import { hash, randomUUID } from 'node:crypto';
import { showsTag, takesIfMatch } from '../../src/contract/conditions.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { kindChoices } from '../../src/contract/kind-choices.ts';
import { everyOperation, isChanging, type Operation } from '../../src/contract/operations.ts';
import { idInBody } from '../../src/contract/record.ts';
import { plainHeaders } from '../../src/contract/response-headers.ts';
import { rejectionBody, responseFor, statedHeaders } from '../../src/contract/statuses.ts';
import {
  type Header,
  type HttpRequest,
  type HttpResponse,
  header,
  type Mutant,
  pathIn,
  withBody,
  withoutHeader,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { at, type JsonObject, mapValues } from '../../src/json/json.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { reject, writeRejection } from '../../src/stub/responses.ts';
import { operationAsked, operationOf } from '../core/operation-of.ts';
import { onResponse, withHeader, withHeaderValues, withJson } from '../mutants/edits.ts';
import { isPlainText, withObjects } from './change-responses.ts';
import { type ClientQuestion, option, question } from './client-question.ts';

export function ofHttp(contract: Contract): readonly ClientQuestion[] {
  const optional = optionalNames(contract);
  // biome-ignore format: one line an option
  return [
    question('extra-headers', 'Do responses have headers that the contract does not name?', 'none',
      option('some', 'a cookie, the address of a new record, and an ETag among them', { middleware: withExtraHeaders })),
    question('header-case', 'In which letter case are the names of headers written?', 'capital',
      option('lower', 'as in `content-type`', { middleware: onResponse(withLowerNames) })),
    question('connection', 'Does a server close the connection after each response?', 'kept',
      option('closed', '', { middleware: onResponse((response) => withHeader(response, 'connection', 'close')) })),
    question('body-length', 'Does the head of a response contain the length of the body?', 'known',
      option('chunked', 'the body is sent in chunks, without a length', { middleware: onResponse(inChunks) })),
    ...(optional.length === 0
      ? []
      : [
          question('absent-header', 'Which header do responses not have?', 'none',
            ...optional.map((name) => option(name, 'the contract does not require it', { middleware: lackingHeader(name) })),
            ...optional.filter((name) => isOfChanges(contract, name)).map((name) => option(`${name}-of-changes`, 'only readings have it', { middleware: lackingHeader(name, isChanging) }))),
        ]),
    ...(everyOperation(contract).some(({ list }) => list?.links && 'header' in list.links)
      ? [
          question('link-writing', 'How is the header Link written?', 'quoted',
            option('tokens', 'its relations without quotes, after a further parameter', { middleware: withLinkTokens })),
        ]
      : []),
    ...(everyOperation(contract).some(showsTag)
      ? [
          question('etag-form', 'What form do ETags have?', 'strong',
            option('weak', 'as in `W/"1"`', { middleware: withWeakTags })),
        ]
      : []),
    ...(hasRelativeLocation(contract)
      ? [
          question('location-form', 'What is the form of the header Location?', 'absolute',
            option('relative', 'the path alone', { middleware: onResponse(withRelativeLocation) })),
        ]
      : []),
    question('json-spaces', 'Is JSON written with spaces?', 'none',
      option('some', 'and on several lines', { middleware: onResponse(withSpaces) })),
    question('unknown-path', 'Which status does a path return that the contract does not name?', '404',
      ...[400, 403].map((status) => option(String(status), '', { middleware: withStatusOfUnknown(status) }))),
    question('error-body', kindChoices['error-body'].asks, 'errors',
      option('problem', 'application/problem+json', { middleware: inErrorForm('problem') }),
      option('empty', '', { middleware: inErrorForm('empty') }),
      option('text', 'plain text', { middleware: inErrorForm('text') })),
    question('error-page', 'Is a rejection a page of HTML?', 'none',
      option('html', 'where the contract states no body', { middleware: onUnstatedRejections(htmlPage) })),
    ...(statesErrors(contract)
      ? [
          question('error-words', 'In which words does a rejection say why?', 'own',
            option('others', '', { middleware: onStatedErrors(inOtherWords) })),
        ]
      : []),
    question('path-prefix', 'Does the base address have a path?', 'none',
      option('some', '`/shop/api` before every path', { prefix: '/shop/api' })),
  ];
}

/** The headers that the contract does not require, and in which no listing has its links or its total. */
const optionalHeaders = (contract: Contract, operation: Operation): string[] =>
  plainHeaders(contract, operation).flatMap(({ name, isRequired }) => (isRequired ? [] : name));

/** The headers that some response may lack, by their names in the contract. */
const optionalNames = (contract: Contract): readonly string[] => [
  ...new Set(everyOperation(contract).flatMap((one) => optionalHeaders(contract, one))),
];

/** Whether a contract has the header Location, and permits a path there: a `uri` has a scheme. */
const hasRelativeLocation = (contract: Contract): boolean =>
  everyOperation(contract).some((operation) =>
    [...statedHeaders(contract, operation)].some(
      ([name, { schema }]) => isLocation(name) && at(schema, 'format') !== 'uri',
    ),
  );

const isLocation = (name: string): boolean => name.toLowerCase() === 'location';

/** Whether responses to changes may have a header that readings have as well. */
const isOfChanges = (contract: Contract, name: string): boolean => {
  const having = everyOperation(contract).filter((one) => optionalHeaders(contract, one).includes(name));
  return having.some(isChanging) && having.some(({ kind }) => kind === 'read');
};

/** A server whose responses do not have an optional header, by default to all operations. */
const lackingHeader = (name: string, isLacking: (operation: Operation) => boolean = () => true): Mutant =>
  onResponse((response, request, contract) => {
    const operation = contract.operations[operationOf(contract, request) ?? ''];
    const isOptional =
      operation !== undefined && isLacking(operation) && optionalHeaders(contract, operation).includes(name);
    return isOptional ? withHeader(response, name, null) : response;
  });

const withRelativeLocation = (response: HttpResponse): HttpResponse =>
  withHeaderValues(response, (value, name) =>
    isLocation(name) ? value.replace(/^https?:\/\/[^/]*/i, '') : value,
  );

function withSpaces(response: HttpResponse): HttpResponse {
  const json = jsonOf(response.body);
  return json === undefined ? response : withBody(response, Buffer.from(JSON.stringify(json, null, 2)));
}

const withExtraHeaders = onResponse((response, request, contract) => {
  const further = extraHeaders(contract, request, response);
  const added = further.filter(([name]) => header(response.headers, name) === undefined);
  return { ...response, headers: [...response.headers, ...added] };
});

function extraHeaders(contract: Contract, request: HttpRequest, response: HttpResponse): Header[] {
  const { status, body } = response;
  const location = addressOfCreated(contract, request, response);
  // What a client sends in If-Match has to be an ETag of the record.
  const isTagged = status === 200 && request.method === 'GET' && !everyOperation(contract).some(takesIfMatch);
  return [
    ...(status === 401 ? [['WWW-Authenticate', 'Bearer'] as const] : []),
    ...(location === undefined ? [] : [['Location', location] as const]),
    ...(isTagged ? [['ETag', `"${hash('sha256', body).slice(0, 16)}"`] as const] : []),
    ['X-Request-Id', randomUUID()],
    ['Set-Cookie', 'shop=visited; Path=/; HttpOnly'],
    ['Cache-Control', status === 201 ? 'no-store' : 'private, max-age=0'],
    ['Vary', 'Accept-Encoding, Authorization'],
    ['Server', 'shop'],
  ];
}

/** Where a new record is, if an operation below that which created it reads it. */
function addressOfCreated(
  contract: Contract,
  request: HttpRequest,
  { status, body }: HttpResponse,
): string | undefined {
  const creation = operationAsked(contract, request);
  const id = status === 201 && creation?.kind === 'create' ? idInBody(creation, jsonOf(body)) : undefined;
  if (id === undefined) return undefined;
  const target = `${pathIn(request.target)}/${percentEncoded(id)}`;
  const isRead = operationAsked(contract, { ...request, method: 'GET', target })?.kind === 'read';
  return isRead ? `http://${header(request.headers, 'host')}${target}` : undefined;
}

const withLowerNames = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [name.toLowerCase(), value]),
});

/** Rewrites the header in which listings have their links. */
const withLinkTokens = onResponse((response, request, contract) => {
  const links = operationAsked(contract, request)?.list?.links;
  if (!links || !('header' in links)) return response;
  const link = links.header.toLowerCase();
  return withHeaderValues(response, (value, name) =>
    name === link ? value.replaceAll(/; rel="([^" ]+)"/g, '; type="application/json"; rel=$1') : value,
  );
});

/** A server that compares ETags as if all were strong. */
const withWeakTags: Mutant = (next, contract) => {
  const asked: typeof next = (request) =>
    next(
      withHeaderValues(request, (value, name) =>
        /^if-(none-)?match$/.test(name) ? value.replaceAll('W/', '') : value,
      ),
    );
  const weakened = (response: HttpResponse): HttpResponse =>
    withHeaderValues(response, (value, name) => (name === 'etag' ? value.replace(/^(?!W\/)/, 'W/') : value));
  return onResponse(weakened)(asked, contract);
};

/** Node sends a body in chunks if its length is not in the head. */
function inChunks(response: HttpResponse): HttpResponse {
  if (response.body.byteLength === 0) return response;
  return {
    ...response,
    headers: [...withoutHeader(response.headers, 'content-length'), ['transfer-encoding', 'chunked']],
  };
}

const withStatusOfUnknown = (status: number): Mutant =>
  onResponse((response, request, contract) =>
    operationOf(contract, request) === undefined && response.status === 404
      ? { ...response, status }
      : response,
  );

type WrittenBody = { readonly text: string; readonly type?: string };

/** Writes the rejections of which the contract states no body otherwise. */
const onUnstatedRejections = (write: (status: number) => WrittenBody): Mutant =>
  onResponse((response, request, contract) => {
    const operation = contract.operations[operationOf(contract, request) ?? ''];
    if (response.status < 400 || (operation && statesBody(contract, operation, response.status)))
      return response;
    const { text, type = null } = write(response.status);
    return withHeader(withBody(response, Buffer.from(text)), 'Content-Type', type);
  });

const statesBody = (contract: Contract, operation: Operation, status: number): boolean =>
  responseFor(contract, operation, status)?.found.content !== undefined;

/** Whether a contract states the JSON of some rejection. */
const statesErrors = (contract: Contract): boolean =>
  everyOperation(contract).some((operation) =>
    [400, 404, 422].some((status) => rejectionBody(contract, operation, status) !== undefined),
  );

const inErrorForm = (form: Choices['error-body']): Mutant =>
  onUnstatedRejections((status) =>
    writeRejection(reject(status, [{ detail: 'the request is not accepted' }]), form),
  );

const htmlPage = (status: number): WrittenBody => ({
  text: `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`,
  type: 'text/html; charset=utf-8',
});

/** Changes the bodies of rejections of which the contract states a schema. */
export const onStatedErrors = (change: (error: JsonObject, schema: JsonObject) => JsonObject): Mutant =>
  onResponse((response, request, contract) => {
    const operation = contract.operations[operationOf(contract, request) ?? ''];
    if (response.status < 400 || !operation) return response;
    const stated = rejectionBody(contract, operation, response.status);
    const json = jsonOf(response.body);
    if (!stated || json === undefined) return response;
    return withJson(response, withObjects(json, stated.schema, change));
  });

const inOtherWords = (error: JsonObject, schema: JsonObject): JsonObject =>
  mapValues(error, (value, name) =>
    isPlainText(at(schema, 'properties', name)) ? 'it is what it is' : value,
  );
