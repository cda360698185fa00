import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { textRequest } from '../../conformance/core/requests.ts';
import { creationProfile } from '../../conformance/create/creation-profile.ts';
import { validBody } from '../../conformance/create/valid-body.ts';
import { breakValue, dropField } from '../../conformance/fields/rules/responses.ts';
import { listingRequest } from '../../conformance/list/query.ts';
import { everyOperation, operationIn } from '../../src/contract/operations.ts';
import {
  type HttpRequest,
  type HttpResponse,
  isLost,
  type Lost,
  type Mutant,
} from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at } from '../../src/json/json.ts';
import { type Choices, contraryChoices } from '../../src/stub/choices.ts';
import { conforming, contract, ruleSet, shipped, targetFor } from '../shipped.ts';

const ajv = new Ajv2020({ strict: false, schemas: { contract: contract.document } });
formats.default(ajv);

const pointer = (...steps: string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const validators = new Map<string, ValidateFunction | undefined>();

/** What a validator that shares no code with assay makes of the schema that the OpenAPI file has for a response; undefined if it has none. */
function validatorOf(operation: string, status: number): ValidateFunction | undefined {
  const { method, path } = operationIn(contract, operation);
  const responses = ['paths', path, method.toLowerCase(), 'responses'];
  const described = Object(at(contract.document, ...responses));
  const key =
    [`${status}`, `${Math.floor(status / 100)}XX`, 'default'].find((name) => name in described) ?? '';
  const place = [...responses, key, 'content', 'application/json', 'schema'];
  const id = pointer(...place);
  if (!validators.has(id) && at(contract.document, ...place) !== undefined)
    validators.set(id, ajv.compile({ $ref: `contract#${id}` }));
  return validators.get(id);
}

/** What the validator says against a response. */
function objections(request: HttpRequest, response: HttpResponse | Lost): string[] {
  const operation = operationOf(contract, request);
  if (operation === undefined || isLost(response) || response.body.byteLength === 0) return [];
  const validate = validatorOf(operation, response.status);
  if (!validate) return [];
  const read = readBody(response.body);
  if (!('json' in read)) return ['no JSON'];
  validate(read.json);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${operation} ${response.status} ${instancePath} ${message}`,
  );
}

test.each<[string, Partial<Choices>]>([
  ['default', {}],
  ['contrary', contraryChoices(contract)],
])(
  'an independent validator has nothing against any response of a whole check, with %s choices',
  async (_, choices) => {
    const stub = conforming({ choices });
    const found: string[] = [];
    let responses = 0;
    const { run } = await createCheck({ contract, ruleSet, target: targetFor(choices) });
    const { headline } = await run(async (request) => {
      const response = await stub(request);
      found.push(...objections(request, response));
      responses += 1;
      return response;
    });
    expect(headline.verdict).toBe('conforms');
    expect(responses).toBeGreaterThan(400);
    expect(found).toEqual([]);
  },
);

test('an independent validator has something against a response that breaks any one constraint', async () => {
  const unseen = new Set(contract.constraints.filter(({ side }) => side === 'response'));
  expect(unseen.size).toBeGreaterThan(200);
  for (const choices of shipped.revealing) {
    let mutant: Mutant = (next) => next;
    const stub = conforming({ choices, mutants: [(next) => (request) => mutant(next, contract)(request)] });
    const requests = requestsTo(choices);
    for (const request of requests) expect(objections(request, await stub(request))).toEqual([]);
    for (const constraint of unseen) {
      mutant = constraint.keyword === 'required' ? dropField(constraint) : breakValue(constraint, contract);
      for (const request of requests)
        if (
          operationOf(contract, request) === constraint.operation &&
          objections(request, await stub(request)).length > 0
        )
          unseen.delete(constraint);
    }
  }
  expect([...unseen].map(({ id }) => id)).toEqual([]);
});

/** One creation of each kind with all that a client may send, and the first two pages of every collection. */
function requestsTo(choices: Partial<Choices>): HttpRequest[] {
  const asked = { contract, target: targetFor(choices) };
  const creations = everyOperation(contract).filter(({ kind }) => kind === 'create');
  return [
    ...creations.map(({ id }) => textRequest(asked, id, JSON.stringify(validBody(asked, id, creationProfile(contract, id).optionalFields)))),
    ...asked.target.collections.flatMap((one) => [0, 13].map((offset) => listingRequest(asked, one, { limit: 13, offset }))),
  ];
} // biome-ignore format: one line a kind
