import type { OperationId } from '../contract/operations.ts';
import {
  type Header,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Middleware,
} from '../http/exchange.ts';
import { nodeHttp } from '../http/server.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { onceForText } from '../once.ts';
import { percentDecoded, percentEncoded } from '../percent.ts';
import type { Choices } from './choices.ts';

function responseWith(
  status: number,
  type: string,
  content: string | Uint8Array,
  headers: readonly Header[] = [],
): HttpResponse {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const length = String(body.byteLength);
  return { status, headers: [['content-type', type], ...headers, ['content-length', length]], body, ms: 0 };
}

export const responseWithJson = (
  status: number,
  value: object,
  headers: readonly Header[] = [],
): HttpResponse => responseWith(status, 'application/json', `${JSON.stringify(value, null, 2)}\n`, headers);

export const responseWithContent = (status: number, content: Json): HttpResponse =>
  typeof content === 'string'
    ? responseWith(status, 'text/plain; charset=utf-8', content)
    : responseWith(status, 'application/json', JSON.stringify(content));

export const emptyResponse = (status: number, headers: readonly Header[] = []): HttpResponse => ({
  status,
  headers,
  body: new Uint8Array(),
  ms: 0,
});

/** The name of a header with capital letters, as most servers and the documents of HTTP write it. */
export const usualHeaderName = onceForText((name) =>
  name === 'etag' ? 'ETag' : name.replace(/^www(?=-)|(?:^|-)\w/g, (begin) => begin.toUpperCase()),
);

export const withResponseHeader = (response: HttpResponse, ...header: Header): HttpResponse => ({
  ...response,
  headers: [...response.headers, header],
});

export const problemResponse = (
  status: number,
  detail: string,
  headers: readonly Header[] = [],
): HttpResponse => responseWithJson(status, { errors: [{ status: String(status), detail }] }, headers);

/** A response that stops halfway. In process it is lost; over a socket its beginning is sent. */
export type PartialResponse = Lost & {
  readonly sent: HttpResponse;
  readonly ending: 'close' | 'stall';
};

export const isPartial = (response: HttpResponse | Lost): response is PartialResponse => 'sent' in response;

/** Cuts a response off, by default after half of its body. */
export function cutOff(
  response: HttpResponse,
  ending: PartialResponse['ending'],
  after?: number,
): PartialResponse {
  const kept = Math.min(after ?? Math.floor(response.body.byteLength / 2), response.body.byteLength);
  return {
    lost: ending === 'stall' ? 'timeout' : 'connection',
    detail: `the response stops after ${kept} of ${response.body.byteLength} bytes`,
    ms: response.ms,
    sent: { ...response, body: response.body.subarray(0, kept) },
    ending,
  };
}

export type Reason = {
  readonly clause?: string;
  readonly pointer?: string;
  readonly choice?: string;
  /** The operation by whose clause of the choice a request is rejected, if it is about several. */
  readonly operation?: OperationId;
  readonly nearest?: string;
};

export const reasonHeaderNames = {
  detail: 'assay-detail',
  clause: 'assay-clause',
  pointer: 'assay-pointer',
  choice: 'assay-choice',
  nearest: 'assay-nearest',
};

/** A longer header might be more than clients and proxies read. */
const longestDetail = 500;

function reasonHeaders(problems: readonly Problem[], choices: Choices): Header[] {
  const reasons = problems.flatMap(({ reason }) => reason ?? []);
  const lines = {
    clause: reasons.map(({ clause }) => clause),
    pointer: reasons.map(({ pointer }) => pointer && `#${pointer}`),
    choice: reasons.map(({ choice }) => choice && `${choice}=${choices[choice]}`),
    nearest: reasons.map(({ nearest }) => nearest),
  };
  const details = problems.map(({ detail }) => detail).join('; ');
  const detail: Header = [reasonHeaderNames.detail, sentenceAsHeader(details.slice(0, longestDetail))];
  const named = Object.entries(lines).flatMap(([kind, values]): Header[] => {
    const distinct = [...new Set(values.filter((value) => value !== undefined))];
    const name = reasonHeaderNames[kind as keyof typeof lines];
    return distinct.length > 0 ? [[name, distinct.map(headerText).join(', ')]] : [];
  });
  return [detail, ...named];
}

/** A sentence remains readable; what is quoted in it can be decoded. */
const sentenceAsHeader = (text: string): string => text.replace(/[^\x20-\x7e]|%/gu, percentEncoded);

/** What the stub says of a request that it rejected, whatever its contract lets a body say. */
export function detailIn(headers: readonly Header[]): string | undefined {
  const detail = header(headers, reasonHeaderNames.detail);
  return detail === undefined ? undefined : percentDecoded(detail);
}

export const choiceReason = (choice: string, operation?: OperationId): Reason =>
  operation === undefined ? { choice } : { choice, operation };

export const rejectFor = (choice: string, status: number, detail: string): Rejection =>
  reject(status, [{ detail, reason: choiceReason(choice) }]);

/** Header values must be printable ASCII; names in a contract need not be. */
const headerText = (text: string): string => text.replace(/[^\x21-\x7e]/gu, percentEncoded);

export type Problem = {
  readonly detail: string;
  readonly source?:
    | { readonly pointer: string }
    | { readonly parameter: string }
    | { readonly header: string };
  /** Sent in headers. */
  readonly reason?: Reason;
};

export type Rejection = {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: readonly Header[];
};

export const reject = (
  status: number,
  problems: readonly Problem[],
  headers: readonly Header[] = [],
): Rejection => ({ status, problems, headers });

export const isRejection = (value: object): value is Rejection => 'problems' in value;

export function writeRejection(
  { status, problems }: Rejection,
  shape: Choices['error-body'],
): { readonly text: string; readonly type?: string } {
  const title = nodeHttp.STATUS_CODES[status] ?? 'Rejected';
  const details = problems.map(({ detail }) => detail).join('; ');
  switch (shape) {
    case 'errors': {
      const errors = problems.map(({ reason: _reason, ...problem }) => ({
        status: String(status),
        title,
        ...problem,
      }));
      return { text: JSON.stringify({ errors }), type: 'application/json' };
    }
    case 'problem':
      return {
        text: JSON.stringify({ type: 'about:blank', title, status, detail: details }),
        type: 'application/problem+json',
      };
    case 'text':
      return { text: `${title}: ${details}\n`, type: 'text/plain; charset=utf-8' };
    case 'empty':
      return { text: '' };
  }
}

export type Success = {
  readonly status: number;
  readonly body: Uint8Array;
  /** Headers beside those of every response. */
  readonly headers?: readonly Header[];
  /** The record that was created, if the body does not show all of it. */
  readonly record?: JsonObject;
};

/** What a contract states of the responses of an operation. */
export type StatedResponses = {
  /** The media type of an accepted request's response. */
  readonly type: string;
  /** The headers that it requires of that response, each with a value that it permits. */
  readonly headers: readonly Header[];
  /** The body of a rejection; undefined if the contract states none. */
  readonly rejection: (rejection: Rejection) => { readonly text: string; readonly type: string } | undefined;
};

/** Writes a response as its contract states it, as far as the operation is known and the contract states anything. */
export function writeResponse(
  outcome: Success | Rejection,
  choices: Choices,
  stated?: StatedResponses,
): Omit<HttpResponse, 'ms'> {
  if (isRejection(outcome)) {
    const { text, type } = stated?.rejection(outcome) ?? writeRejection(outcome, choices['error-body']);
    const typed: Header[] = type === undefined ? [] : [['content-type', type]];
    const reasons = reasonHeaders(outcome.problems, choices);
    const body = Buffer.from(text);
    const headers: Header[] = [...typed, ...outcome.headers, ...reasons, lengthHeader(body)];
    return { status: outcome.status, headers, body };
  }
  const { status, body, headers: own = [] } = outcome;
  const required = stated?.headers.filter(([name]) => header(own, name) === undefined) ?? [];
  const headers = [...own, ...required];
  if (bodiless.includes(status)) return { status, headers, body: new Uint8Array() };
  const type: Header = ['content-type', stated?.type ?? 'application/json'];
  return { status, headers: [type, ...headers, lengthHeader(body)], body };
}

const lengthHeader = (body: Uint8Array): Header => ['content-length', String(body.byteLength)];

export const bodiless: readonly number[] = [204, 205, 304];

export const isFinalStatus = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 599;

/** Responds with one status: from 400 on with an error, otherwise with the usual response. */
export function forceStatus(status: number, choices: Choices, retryAfter = 1): Middleware {
  return (next) => async (request) => {
    if (status >= 400) {
      const detail = 'this status was requested; nothing is wrong with the request';
      const rejection = { ...writeResponse(reject(status, [{ detail }]), choices), ms: 0 };
      return status === 429 ? withResponseHeader(rejection, 'retry-after', String(retryAfter)) : rejection;
    }
    const response = await next(request);
    if (isLost(response)) return response;
    if (!bodiless.includes(status)) return { ...response, status };
    return emptyResponse(
      status,
      response.headers.filter(([name]) => !name.toLowerCase().startsWith('content-')),
    );
  };
}
