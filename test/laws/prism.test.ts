import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { dropField } from '../../conformance/fields/rules/responses.ts';
import { listingRequest } from '../../conformance/list/query.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { operationIn } from '../../src/contract/operations.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Lost,
  type Mutant,
  type Transport,
} from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { readBody } from '../../src/json/body.ts';
import { type Choices, contraryChoices } from '../../src/stub/choices.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog } from '../sample-catalog.ts';
import { contract, ruleSet } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { startPrism } from './prism.ts';

/** A stub, and two ways to it: straight, and through Prism, which judges its responses. */
async function openWays(choices: Partial<Choices>, mutants: readonly Mutant[] = []) {
  await using opened = new AsyncDisposableStack();
  const stub = opened.use(
    await createStub({ contract, parts: stubPartsOf(catalog), choices, mutants }).listen(),
  );
  const prism = opened.use(await startPrism(stub.baseUrl));
  const sender = (baseUrl: string): Transport => {
    const { transport, close } = network(baseUrl, { connections: 8, timeout: 10_000 });
    opened.defer(close);
    return transport;
  };
  const [straight, judged] = [sender(stub.baseUrl), sender(prism.baseUrl)];
  // Prism hands requests on under the stub's own name, so that is the name the stub goes by in its responses.
  const target = resolveTarget(
    contract,
    targetOfCatalog(catalog, stub.baseUrl, choices, contract),
    stub.baseUrl,
  );
  const kept = opened.move();
  return { straight, judged, target, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** What Prism says against a response; what it says against the request is not asked here. */
function objections(response: HttpResponse | Lost): string[] {
  if (isLost(response)) throw new Error(`Prism sent no response: ${response.detail}`);
  const text = header(response.headers, 'sl-violations') ?? '[]';
  // Where there are very many, Prism says so and breaks off.
  if (!text.startsWith('[')) return [text.slice(0, 500)];
  const violations: { location: string[]; message: string }[] = JSON.parse(text);
  return violations
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
}

/** Whether a request has a body that is meant to be JSON and is not. */
const hasBrokenBody = ({ body }: HttpRequest): boolean =>
  body !== undefined && body.byteLength > 0 && 'unreadable' in readBody(body);

describe('prism as an independent judge of the stub', () => {
  test.each<[string, Partial<Choices>]>([
    ['default', {}],
    ['contrary', contraryChoices(contract)],
  ])('has nothing against any response of a whole check, with %s choices', async (_, choices) => {
    await using ways = await openWays(choices);
    const found: string[] = [];
    let responses = 0;
    const transport = async (request: HttpRequest): Promise<HttpResponse | Lost> => {
      // Prism never responds to a body that is not JSON, so that goes past it.
      if (hasBrokenBody(request)) return ways.straight(request);
      const response = await ways.judged(request);
      found.push(
        ...objections(response).map((objection) => `${request.method} ${request.target} ${objection}`),
      );
      responses += 1;
      return response;
    };
    const { run } = await createCheck({ contract, ruleSet, target: ways.target });
    const { headline } = await run(transport);
    expect(headline.verdict).toBe('conforms');
    expect(responses).toBeGreaterThan(400);
    expect(found).toEqual([]);
  });

  test('has something against a listing without what the contract requires of it', async () => {
    const required = contract.constraints.find(
      ({ side, keyword, operation }) =>
        side === 'response' && keyword === 'required' && operationIn(contract, operation).kind === 'list',
    );
    if (!required) throw new Error('the contract requires nothing of listings');
    await using ways = await openWays({}, [dropField(required)]);
    const collection = ways.target.collections.find(({ operation }) => operation === required.operation);
    if (!collection) throw new Error('the target file declares nothing of that listing');
    const page = listingRequest({ contract, target: ways.target }, collection, {});
    expect(objections(await ways.judged(page))).not.toEqual([]);
  });
});
