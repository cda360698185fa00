import type { Contract } from '../contract/contract.ts';
import { idsOf, type OperationId } from '../contract/operations.ts';
import {
  bearerToken,
  type Header,
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Middleware,
} from '../http/exchange.ts';
import { jsonOf } from '../json/body.ts';
import { defined, isObject, type Json, mapValues } from '../json/json.ts';
import { withoutKeys } from '../secrets/credentials.ts';
import { redactedHeaders, redactedJson, secretsInRequest } from '../secrets/exchange-secrets.ts';
import type { SecretNames } from '../secrets/names.ts';
import { type Redactor, redactorOf } from '../secrets/redactor.ts';
import { isPartial } from './responses.ts';
import type { OperationOf } from './routes.ts';

export type Served = {
  readonly request: HttpRequest;
  readonly response: HttpResponse | Lost;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
};

export function notify(...listeners: readonly ((served: Served) => void)[]): Middleware {
  if (listeners.length === 0) return (next) => next;
  return (next) => async (request) => {
    const at = Date.now();
    const started = performance.now();
    const response = await next(request);
    const ms = performance.now() - started;
    for (const listener of listeners) listener({ request, response, at, ms });
    return response;
  };
}

type ServedOutcome = {
  /** Absent if the connection broke instead. */
  readonly status?: number;
  readonly clause?: string;
  readonly fault?: string;
  /** Why no complete response was sent. */
  readonly lost?: string;
};

export function servedOutcome({ response }: Served): ServedOutcome {
  const sent = isPartial(response) ? response.sent : response;
  const lost = isLost(response) ? { lost: response.detail } : {};
  if (isLost(sent)) return lost;
  const clause = header(sent.headers, 'assay-clause');
  const fault = header(sent.headers, 'assay-fault');
  return { status: sent.status, ...defined({ clause, fault }), ...lost };
}

/** A request in the journal; secrets are redacted. */
export type Received = {
  /** Counted from 1 since the journal was last emptied. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly operation?: OperationId;
  readonly headers: readonly Header[];
  /** `any` if no particular token is expected; absent without a token. */
  readonly token?: 'expected' | 'other' | 'any';
  /** The body, if it is JSON. */
  readonly json?: Json;
  /** The length of the body in bytes. */
  readonly bytes: number;
  readonly ms: number;
} & ServedOutcome;

/** Selects requests by all of these properties. */
export type Wanted = Partial<Pick<Received, 'method' | 'operation' | 'status' | 'clause' | 'token'>> & {
  /** Only requests after the one with this number. */
  readonly after?: number;
};

export type Journal = {
  readonly write: (served: Served) => void;
  readonly read: (wanted?: Wanted) => Received[];
  readonly clear: () => void;
};

export const journalLimit = 1000;

/** In bytes; longer bodies are only counted. */
const bodyLimit = 65_536;

/** Responses are not kept, since listings are long. */
type Entry = Omit<Served, 'response'> & {
  readonly number: number;
  readonly bytes: number;
  readonly outcome: ServedOutcome;
  /** Found when the journal is first read. */
  secrets?: readonly string[];
};

type ExpectedToken = (operation: OperationId) => string | undefined;

export function createJournal(
  contract: Contract,
  operationOf: OperationOf,
  expectedToken: ExpectedToken,
  reveal: boolean,
): Journal {
  let entries: Entry[] = [];
  let written = 0;
  return {
    write: (served) => {
      written += 1;
      const { request, at, ms } = served;
      const bytes = request.body?.byteLength ?? 0;
      const outcome = servedOutcome(served);
      entries.push({ number: written, request: withoutLongBody(request), at, ms, bytes, outcome });
      if (entries.length > 2 * journalLimit) entries = entries.slice(-journalLimit);
    },
    read: ({ after = 0, ...wanted } = {}) => {
      const kept = entries.slice(-journalLimit);
      // A secret of one request may be repeated in another.
      const tokens = idsOf(contract).flatMap((id) => expectedToken(id) ?? []);
      const secrets = kept.flatMap((entry) => secretsOfEntry(entry, contract));
      const redactor = redactorOf(contract, [...tokens, ...secrets]);
      return kept
        .filter(({ number }) => number > after)
        .map((entry) => {
          const concealed = { ...entry, request: withoutKeys(contract, entry.request) };
          const received = journalEntry(concealed, redactor, operationOf, expectedToken);
          return reveal ? withSent(received, entry.request, redactor.names) : received;
        })
        .filter((received) => isReceived(received, wanted));
    },
    clear: () => {
      entries = [];
      written = 0;
    },
  };
}

function withoutLongBody({ body, ...request }: HttpRequest): HttpRequest {
  return body && body.byteLength <= bodyLimit ? { ...request, body } : request;
}

function secretsOfEntry(entry: Entry, contract: Contract): readonly string[] {
  entry.secrets ??= [...new Set(secretsInRequest(contract, entry.request))];
  return entry.secrets;
}

const isReceived = (received: Received, wanted: Partial<Received>): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => value === undefined || received[name as keyof Received] === value,
  );

function journalEntry(
  { number, at, request, bytes, ms, outcome }: Entry,
  redactor: Redactor,
  operationOf: OperationOf,
  expectedToken: ExpectedToken,
): Received {
  const operation = operationOf(request);
  const token = operation === undefined ? undefined : judgeToken(request, expectedToken(operation));
  const sent = jsonOf(request.body);
  const json = sent === undefined ? undefined : redactedJson(sent, redactor);
  return {
    number,
    at: new Date(at).toISOString(),
    method: request.method,
    target: redactor.value(request.target),
    headers: redactedHeaders(request.headers, redactor),
    ...defined({ operation, token, json }),
    bytes,
    ...outcome,
    ms,
  };
}

function withSent(received: Received, { body }: HttpRequest, names: SecretNames): Received {
  const sent = jsonOf(body);
  const { json } = received;
  return json === undefined || sent === undefined
    ? received
    : { ...received, json: withDisclosed(names, json, sent) };
}

/** A redacted body in which fields are shown as they were sent that are secret, but no credentials. */
function withDisclosed(names: SecretNames, redacted: Json, sent: Json | undefined): Json {
  if (!isObject(redacted) || !isObject(sent)) return redacted;
  return mapValues(redacted, (value, name) =>
    names.isStated(name) ? (sent[name] ?? value) : withDisclosed(names, value, sent[name]),
  );
}

function judgeToken({ headers }: HttpRequest, expected: string | undefined): Received['token'] {
  const given = bearerToken(headers);
  if (given === undefined) return undefined;
  if (expected === undefined) return 'any';
  return given === expected ? 'expected' : 'other';
}
