import { describe, expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { textRequest, type WritingOperation } from '../../conformance/core/requests.ts';
import type { Target } from '../../conformance/core/target.ts';
import { creationProfile, validBody } from '../../conformance/create/valid-body.ts';
import { breakValue, dropField } from '../../conformance/fields/rules/responses.ts';
import { listingRequest } from '../../conformance/list/query.ts';
import { contract, ruleSet, shipped } from '../../conformance/proof/fixtures.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { partsOf } from '../../spec/stub/parts.ts';
import type { Constraint, OperationId } from '../../src/contract/contract.ts';
import { everyOperation } from '../../src/contract/operations.ts';
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
import { targetOfCatalog } from '../target-of-catalog.ts';
import { startPrism } from './prism.ts';

/** A stub, and two roads to it: straight, and through Prism, which judges its responses on the way. */
async function openRoads(choices: Partial<Choices>, mutants: readonly Mutant[] = []) {
  await using opened = new AsyncDisposableStack();
  const stub = opened.use(await createStub({ contract, parts: partsOf(catalog), choices, mutants }).listen());
  const prism = opened.use(await startPrism('proxy', stub.baseUrl));
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

/** What Prism holds against a response; what it holds against the request is not asked here. */
function objections(response: HttpResponse | Lost): string[] {
  if (isLost(response)) throw new Error(`Prism gave no answer: ${response.detail}`);
  const text = header(response.headers, 'sl-violations') ?? '[]';
  // Where there are very many, Prism says so and breaks off.
  if (!text.startsWith('[')) return [text.slice(0, 500)];
  const violations: { location: string[]; message: string }[] = JSON.parse(text);
  return violations
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')}: ${message}`);
}

/** Whether a request carries something that is meant to be JSON and is not. */
const isGarbled = ({ body }: HttpRequest): boolean =>
  body !== undefined && body.byteLength > 0 && 'unreadable' in readBody(body);

describe('prism as an independent judge of the stub', () => {
  test.each<[string, Partial<Choices>]>([
    ['default', {}],
    ['contrary', contraryChoices(contract)],
  ])('holds nothing against any reply of a whole check, with %s choices', async (_, choices) => {
    await using roads = await openRoads(choices);
    const held: string[] = [];
    let responses = 0;
    const transport = async (request: HttpRequest): Promise<HttpResponse | Lost> => {
      // To a body that is not JSON Prism never answers, so that goes past it.
      if (isGarbled(request)) return roads.straight(request);
      const response = await roads.judged(request);
      held.push(
        ...objections(response).map((objection) => `${request.method} ${request.target} ${objection}`),
      );
      responses += 1;
      return response;
    };
    const { run } = await createCheck({ contract, ruleSet, target: roads.target });
    const { headline } = await run(transport);
    expect(headline.verdict).toBe('conforms');
    expect(responses).toBeGreaterThan(400);
    expect(held).toEqual([]);
  });

  test('holds something against a reply that breaks any one constraint', async () => {
    const unseen = new Set(contract.constraints.filter(({ side }) => side === 'response'));
    expect(unseen.size).toBeGreaterThan(200);
    for (const choices of shipped.revealing) {
      for (const constraint of await seenOn(choices, [...unseen])) unseen.delete(constraint);
    }
    expect([...unseen].map(({ id }) => id)).toEqual([]);
  });
});

/** Those constraints that Prism sees broken, one at a time, on a stub that chooses like that. */
async function seenOn(choices: Partial<Choices>, constraints: readonly Constraint[]): Promise<Constraint[]> {
  let mutant: Mutant = (next) => next;
  await using roads = await openRoads(choices, [(next) => (request) => mutant(next, contract)(request)]);
  const requests = callsOn(roads.target);
  for (const request of Object.values(requests).flat())
    expect(objections(await roads.judged(request))).toEqual([]);
  const seen: Constraint[] = [];
  for (const constraint of constraints) {
    mutant = constraint.keyword === 'required' ? dropField(constraint) : breakValue(constraint);
    for (const request of requests[constraint.operation] ?? []) {
      if (objections(await roads.judged(request)).length === 0) continue;
      seen.push(constraint);
      break;
    }
  }
  return seen;
}

/** One creation of each kind with all that a client may send, and the first two pages of every collection. */
function callsOn(target: Target): Record<OperationId, HttpRequest[]> {
  const create = (operation: WritingOperation): HttpRequest[] => {
    const body = validBody(
      { contract, target },
      operation,
      creationProfile(contract, operation).optionalFields,
    );
    return [textRequest({ contract, target }, operation, JSON.stringify(body))];
  };
  const pages = target.collections.flatMap((collection) =>
    [0, 13].map((offset) => listingRequest({ contract, target }, collection, { limit: 13, offset })),
  );
  return Object.fromEntries(
    everyOperation(contract).map(({ id, kind }) => [
      id,
      kind === 'create' ? create(id) : kind === 'list' ? pages : [],
    ]),
  );
}
