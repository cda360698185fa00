import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
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
import type { Choices } from '../../src/stub/choices.ts';
import { conforming, contract, shipped, targetFor } from '../shipped.ts';

const ajv = new Ajv2020({ strict: false, schemas: { contract: contract.document } });
formats.default(ajv);

const pointer = (...steps: string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** The schema that the OpenAPI file has for what an operation returns, read by a validator that shares no code with assay. */
const validators = new Map<string, ValidateFunction>(
  everyOperation(contract).map(({ id }) => {
    const { method, path } = operationIn(contract, id);
    const responses = ['paths', path, method.toLowerCase(), 'responses'];
    const status =
      Object.keys(Object(at(contract.document, ...responses))).find((key) => key.startsWith('2')) ?? '';
    const place = pointer(...responses, status, 'content', 'application/json', 'schema');
    return [id, ajv.compile({ $ref: `contract#${place}` })];
  }),
);

/** What the validator says against a successful response. */
function objections(request: HttpRequest, response: HttpResponse | Lost): string[] {
  const operation = operationOf(contract, request);
  const validate = operation === undefined ? undefined : validators.get(operation);
  if (!validate || isLost(response) || response.status >= 300 || response.body.byteLength === 0) return [];
  const read = readBody(response.body);
  if (!('json' in read)) return ['no JSON'];
  validate(read.json);
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${operation} ${instancePath} ${message}`,
  );
}

// Prism judges whole checks, in prism.test.ts; through it, each constraint takes minutes.
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
