import { operationIds } from '../contract/contract.ts';
import type { Call, Reply } from '../wire/exchange.ts';
import { createApplicationKey } from './application-key.ts';
import { authorise } from './authorization.ts';
import { baseAddress } from './base.ts';
import { createNodeProducts } from './node-products.ts';
import type { Setup, Success } from './operation.ts';
import { readParameters } from './parameters.ts';
import { readQuery } from './query.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { createRouter } from './route.ts';
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

  function decide({ method, target, headers, body = new Uint8Array() }: Call): Success | Refusal {
    if (body.byteLength > bodyLimit) {
      return refuse(413, [{ detail: `the body is longer than ${bodyLimit} bytes` }]);
    }
    const [address = '', ...search] = target.split('?');
    const whole = address.replace(/^https?:\/\/[^/]*/i, '');
    if (!whole.startsWith(`${prefix}/`)) {
      return refuse(404, [{ detail: `nothing is served outside ${prefix}/` }]);
    }
    const path = whole.slice(prefix.length);
    const route = router(method, path);
    if (isRefusal(route)) return route;
    const bearerNeeded = route.operation === 'application-key' || choices.authentication === 'required';
    const unauthorised = bearerNeeded ? authorise(headers, choices) : undefined;
    if (unauthorised) return unauthorised;
    const query = readQuery(search.join('?'));
    if (!query) return refuse(400, [{ detail: 'the query holds a percent sign that encodes nothing' }]);
    const { values, problems } = readParameters(query, operations[route.operation].parameters, choices);
    return handlers[route.operation]({
      headers,
      body,
      base: `${baseAddress(headers)}${prefix}`,
      path,
      pathParameters: route.parameters,
      queryParameters: values,
      problems,
    });
  }

  return (call) => {
    const started = performance.now();
    const { status, headers, text } = write(decide(call), choices);
    const body = Buffer.from(text);
    return {
      status,
      headers: [...headers, ['content-length', String(body.byteLength)]],
      body: call.method === 'HEAD' ? new Uint8Array() : body,
      ms: performance.now() - started,
    };
  };
}
