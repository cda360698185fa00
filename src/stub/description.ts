import { choicesOf } from '../contract/choices.ts';
import { everyOperation, type Operation, type OperationId } from '../contract/operations.ts';
import { bearer } from '../contract/security.ts';
import { curl } from '../http/curl.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import { at, type JsonObject } from '../json/json.ts';
import { withCredential } from '../secrets/credentials.ts';
import { anyToken, ownToken } from './authorization.ts';
import type { Choices } from './choices.ts';
import type { ServedStub, ShownCollection } from './operation.ts';
import { stubOperationOf } from './operation-handlers.ts';
import { usualHeaderName } from './responses.ts';

const exampleToken = (choices: Choices, operation: OperationId): string =>
  choices.tokens === 'own' ? ownToken(operation) : anyToken;

/** A request with what the first way into an operation needs. */
function withExampleCredentials(
  stub: ServedStub,
  { id, security }: Operation,
  request: HttpRequest,
): HttpRequest {
  const schemes = security.length === 0 ? [bearer] : (security.find(({ length }) => length > 0) ?? []);
  const token = exampleToken(stub.choices, id);
  const { headers, ...others } = schemes.reduce(
    (one, scheme) => withCredential(one, scheme, scheme.prefix === 'Basic' ? `any:${token}` : token),
    request,
  );
  return { ...others, headers: headers.map(([name, value]) => [usualHeaderName(name), value]) };
}

const exampleRequests = (stub: ServedStub): HttpRequest[] =>
  everyOperation(stub.contract).flatMap((operation): HttpRequest[] => {
    const example = stubOperationOf(stub, operation).example(stub, operation);
    if (!example) return [];
    const { hasBody, method } = operation;
    const headers: Header[] = hasBody ? [['Content-Type', 'application/json']] : [];
    return [withExampleCredentials(stub, operation, { method, headers, ...example })];
  });

/** Describes a running stub, for the terminal and for `GET /`. */
export type Description = {
  /** What is served. */
  readonly name: string;
  readonly baseUrl: string;
  readonly operations: readonly {
    readonly id: OperationId;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
  readonly collections: readonly ShownCollection[];
  /** The values that requests may have to contain, such as ids. */
  readonly known: JsonObject;
  /** A token, a key or a password to send with each operation, which this stub accepts. */
  readonly tokens: Readonly<Record<OperationId, string>>;
  /** Shell commands, one for each operation. */
  readonly examples: readonly string[];
  readonly choices: readonly {
    readonly id: string;
    readonly chosen: string;
    readonly options: readonly string[];
    readonly clauses: readonly string[];
  }[];
};

export function describeStub(stub: ServedStub, baseUrl: string): Description {
  const { contract, parts, choices } = stub;
  return {
    name: parts.name,
    baseUrl,
    operations: everyOperation(contract).map(({ id, method, path, place }) => {
      const summary = at(contract.document, ...place, 'summary');
      return { id, method, path, summary: typeof summary === 'string' ? summary : '' };
    }),
    collections: parts.collections(contract),
    known: parts.known,
    tokens: Object.fromEntries(everyOperation(contract).map(({ id }) => [id, exampleToken(choices, id)])),
    examples: exampleRequests(stub).map((request) => curl(baseUrl, request)),
    choices: [...choicesOf(contract)].map(([id, { options, clauses }]) => ({
      id,
      chosen: String(choices[id]),
      options: options.map(String),
      clauses,
    })),
  };
}
