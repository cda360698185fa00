import { operationIds } from '../contract/contract.ts';
import type { Call, Reply } from '../wire/exchange.ts';
import { createApplicationKey } from './application-key.ts';
import { authorise } from './authorization.ts';
import { baseAddress } from './base.ts';
import { createNodeProducts } from './node-products.ts';
import type { Incoming, Setup, Success } from './operation.ts';
import { queryNames, readParameters } from './parameters.ts';
import { readQuery } from './query.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { createRouter, type Route } from './route.ts';
import { createSubscription } from './subscription.ts';
import { write } from './write.ts';

/** The largest request body that is read: 1 MiB. */
export const bodyLimit = 1_048_576;

/** The stub itself: a function from call to reply, for paths that begin with `prefix`. */
export function createAnswer(setup: Setup, prefix: string): (call: Call) => Reply {
  const { choices } = setup;
  const { operations } = setup.contract;
  const router = createRouter(
    operationIds.map((id) => operations[id]),
    choices,
  );
  const handlers = {
    'application-key': createApplicationKey(setup),
    subscription: createSubscription(setup),
    'node-products': createNodeProducts(setup),
  };
  const names = {
    'application-key': queryNames(operations['application-key'].parameters),
    subscription: queryNames(operations.subscription.parameters),
    'node-products': queryNames(operations['node-products'].parameters),
  };

  function decide({ method, target, headers, body = new Uint8Array() }: Call): Success | Refusal {
    if (body.byteLength > bodyLimit) {
      const why = { clause: 'general-rate-limits', pointer: '/paths' };
      return refuse(413, [{ detail: `the body is longer than ${bodyLimit} bytes`, why }]);
    }
    const [address = '', ...search] = target.split('?');
    const whole = address.replace(/^https?:\/\/[^/]*/i, '');
    if (!whole.startsWith(`${prefix}/`)) {
      const why = { clause: 'general-base-address', pointer: '/servers' };
      return refuse(404, [{ detail: `nothing is served outside ${prefix}/`, why }]);
    }
    const path = whole.slice(prefix.length);
    const route = router(method, path);
    if (isRefusal(route)) return route;
    const outcome = serve(route, { path, headers, body, search: search.join('?') });
    return isRefusal(outcome) ? placed(outcome, setup.locate.operation(route.operation)) : outcome;
  }

  function serve(
    { operation, parameters }: Route,
    {
      path,
      headers,
      body,
      search,
    }: Pick<Incoming, 'path' | 'headers' | 'body'> & { readonly search: string },
  ): Success | Refusal {
    const bearerNeeded = operation === 'application-key' || choices.authentication === 'required';
    const unauthorised = bearerNeeded ? authorise(headers, operation, setup) : undefined;
    if (unauthorised) return unauthorised;
    const query = readQuery(search);
    if (!query) return refuse(400, [{ detail: 'the query holds a percent sign that encodes nothing' }]);
    const { values, problems } = readParameters(query, names[operation], choices);
    return handlers[operation]({
      headers,
      body,
      base: `${baseAddress(headers)}${prefix}`,
      path,
      pathParameters: parameters,
      queryParameters: values,
      problems,
    });
  }

  return (call) => {
    const started = performance.now();
    const { status, headers, body } = write(decide(call), choices);
    const ms = performance.now() - started;
    return { status, headers, body: call.method === 'HEAD' ? new Uint8Array() : body, ms };
  };
}

/** A refusal in which every problem has a place in the contract, this one if it has no better. */
const placed = (refusal: Refusal, pointer: string): Refusal => ({
  ...refusal,
  problems: refusal.problems.map((problem) => ({ ...problem, why: { pointer, ...problem.why } })),
});
