import { choicesOf } from '../contract/choices.ts';
import type { Contract } from '../contract/contract.ts';
import { isFilterName } from '../contract/list-filters.ts';
import { neededParameters } from '../contract/needed-parameters.ts';
import { operationsIn } from '../contract/openapi.ts';
import { everyOperation, type Operation } from '../contract/operations.ts';
import { recordIn } from '../contract/record.ts';
import { schemesOf } from '../contract/security.ts';
import type { Header, HttpRequest, HttpResponse } from '../http/exchange.ts';
import { onceFor } from '../once.ts';
import { credentialIn, withoutCredential } from '../secrets/credentials.ts';
import { authorise } from './authorization.ts';
import { fitted } from './fitted-responses.ts';
import type { Incoming, Setup } from './operation.ts';
import { stubOperationOf } from './operation-handlers.ts';
import { applyBracketChoice, readParameters, readQuery } from './parameters.ts';
import { operationPointer } from './reasons.ts';
import { applyRepeatChoice } from './repeats.ts';
import {
  isRejection,
  type Rejection,
  reject,
  rejectFor,
  type StatedResponses,
  type Success,
  usualHeaderName,
  writeResponse,
} from './responses.ts';
import { baseAddress, createNearestPath, createRouter, nothingAt } from './routes.ts';
import { statedResponses } from './stated-responses.ts';
import { rejectionStatus } from './statuses.ts';
import { storeOf, storing } from './store.ts';

export const bodyLimit = 1_048_576;

const longestAddress = 2048;

/** Creates the stub itself, for paths below `prefix`. */
export function createResponder(setup: Setup, prefix: string): (request: HttpRequest) => HttpResponse {
  const { choices, source, contract } = setup;
  const served = everyOperation(contract);
  const nearestPath = createNearestPath(served, prefix);
  const unread = operationsIn(contract.document).filter(({ id }) => contract.operations[id] === undefined);
  const router = createRouter(served, unread, choices, nearestPath);
  const statedBy = onceFor((operation: Operation) => statedResponses(setup, operation));
  const handlers = new Map(served.map((operation) => [operation, handlerOf(operation, setup)]));

  function decide({ method, target, headers, body = new Uint8Array() }: HttpRequest): Decision {
    if (body.byteLength > bodyLimit) {
      const reason = { pointer: '/paths' };
      return { outcome: reject(413, [{ detail: `the body is longer than ${bodyLimit} bytes`, reason }]) };
    }
    const end = target.indexOf('?');
    const address = end < 0 ? target : target.slice(0, end);
    const whole = address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
    if (!whole.startsWith(`${prefix}/`)) {
      return { outcome: nothingAt(nearestPath(whole), { pointer: '/servers' }) };
    }
    const path = whole.slice(prefix.length);
    const route = router(method, path);
    if (isRejection(route)) return { outcome: route };
    const { operation, parameters } = route;
    const isTooLong = target.length > longestAddress && choices['long-addresses'] === 'rejected';
    const outcome = isTooLong
      ? rejectFor('long-addresses', 414, 'the address is too long')
      : serve(operation, parameters, { target, path, headers, body });
    return {
      outcome: isRejection(outcome) ? withPointers(outcome, operationPointer(operation)) : outcome,
      stated: statedBy(operation),
    };
  }

  function serve(
    operation: Operation,
    pathParameters: Incoming['pathParameters'],
    {
      target,
      path,
      headers,
      body,
    }: Pick<Incoming, 'path' | 'headers' | 'body'> & { readonly target: string },
  ): Success | Rejection {
    const served = handlers.get(operation) ?? handlerOf(operation, setup);
    const unauthorised = authorise({ target, headers }, operation, setup);
    if (unauthorised) return unauthorised;
    const missing = neededParameters(operation).filter(
      ({ place }) => place.in !== 'query' && credentialIn({ target, headers }, place) === undefined,
    );
    if (missing.length > 0)
      return reject(
        rejectionStatus(contract, operation, 400),
        missing.map(({ place }) => ({ detail: `the ${place.in} ${place.name} is required` })),
      );
    // What lets a request in is no parameter of it, and links do not repeat it.
    const open = schemesOf(operation).reduce(withoutCredential, { target, headers });
    const readable = applyBracketChoice(queryTextOf(open.target), choices);
    if (isRejection(readable)) return readable;
    const query = readQuery(readable.search);
    if (!query) return reject(400, [{ detail: 'the query contains an invalid percent sign' }]);
    const { values, problems } = readParameters(query, operation, served.names, choices);
    return served.handle({
      headers,
      body,
      base: () => `${baseAddress(headers)}${prefix}`,
      path,
      pathParameters,
      queryParameters: values,
      problems,
    });
  }

  return (request) => {
    const started = performance.now();
    const { outcome, stated } = decide(request);
    const {
      status,
      headers: written,
      body,
    } = writeResponse(isRejection(outcome) ? withKnownClauses(outcome, contract) : outcome, choices, stated);
    const all: readonly Header[] = source.date ? [...written, ['date', source.date()]] : written;
    const headers = all.map(([name, value]): Header => [usualHeaderName(name), value]);
    const ms = performance.now() - started;
    return { status, headers, body: request.method === 'HEAD' ? new Uint8Array() : body, ms };
  };
}

/** What is returned, and what the contract states of it if the request is to an operation. */
type Decision = { readonly outcome: Success | Rejection; readonly stated?: StatedResponses };

const queryTextOf = (target: string): string =>
  target.includes('?') ? target.slice(target.indexOf('?') + 1) : '';

function handlerOf(operation: Operation, setup: Setup) {
  const { createHandler, furtherParameters = () => [] } = stubOperationOf(setup, operation);
  const handle = fitted(operation, setup, createHandler(setup, operation));
  const { kind, parameters, list } = operation;
  const declared = parameters.flatMap((one) => (one.in === 'query' ? one.name : []));
  const names = new Set([...declared, ...furtherParameters(setup.choices)]);
  const form = list?.filter;
  const isStillShown = ({ body }: Success): boolean =>
    storeOf(setup).isStill(operation, recordIn(operation, JSON.parse(Buffer.from(body).toString())));
  return {
    handle:
      kind === 'create'
        ? applyRepeatChoice(setup, operation, storing(setup, operation, handle), isStillShown)
        : handle,
    names: form ? { has: (name: string) => names.has(name) || isFilterName(form, name) } : names,
  };
}

/** Names the clauses of choices, and leaves out those that the contract does not have. */
const withKnownClauses = (rejection: Rejection, contract: Contract): Rejection => ({
  ...rejection,
  problems: rejection.problems.map((problem) => {
    const { clause: stated, operation = '', ...reason } = problem.reason ?? {};
    const { clauses = [] } = choicesOf(contract).get(reason.choice ?? '') ?? {};
    const clause = clauses.find((id) => id.startsWith(`${operation}/`)) ?? clauses[0] ?? stated;
    const isKnown = clause !== undefined && contract.clauses.has(clause);
    return { ...problem, reason: isKnown ? { clause, ...reason } : reason };
  }),
});

const withPointers = (rejection: Rejection, pointer: string): Rejection => ({
  ...rejection,
  problems: rejection.problems.map((problem) => ({ ...problem, reason: { pointer, ...problem.reason } })),
});
