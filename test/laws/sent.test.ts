import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../conformance/core/evidence.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { meaningsOf } from '../../src/contract/parameter-text.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { formats } from '../../src/json/formats.ts';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { loadEdited } from '../contract/edited-contract.ts';
import { type Actions, overlayFor } from '../contract-driven/amendments.ts';
import { sampled } from '../seed.ts';
import { scalars, schemas } from './schemas.ts';

const requests = { 'application-key': 'ApplicationKeyRequest', subscription: 'SubscriptionRequest' };
const listing = 'node-products';

type IsValid = (attempt: Attempt, exchange: Exchange) => boolean | undefined;

/** Asks the validator of the document itself, which assay reads in another form; undefined if there is no body. */
function bodyReader({ document }: Contract): IsValid {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false, formats });
  ajv.addSchema(document, 'document');
  const validators = Object.fromEntries(
    Object.entries(requests).map(([operation, name]) => [
      operation,
      ajv.compile({ $ref: `document#/components/schemas/${name}` }),
    ]),
  );
  return ({ operation }, { request }) => {
    const json = parseJson(Buffer.from(request.body ?? []).toString());
    return json === undefined ? undefined : validators[operation]?.(json);
  };
}

/** Asks the validators of the parameters of a request; each is valid if one of its meanings is. */
function parameterReader({ operations }: Contract): IsValid {
  const { path, parameters } = operationIn({ operations }, listing);
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false, formats });
  const validators = parameters.map((one) => ({ ...one, validate: ajv.compile(one.schema) }));
  return (_, { request }) => {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const inPath = pathname.split('/');
    return validators.every(({ name, in: place, schema, validate }) => {
      const text = place === 'path' ? inPath[path.split('/').indexOf(`{${name}}`)] : searchParams.get(name);
      return typeof text !== 'string' || meaningsOf(schema, text).some((value) => validate(value));
    });
  };
}

/** The attempts that are not what they should be; a clause that no schema states may reject what is valid. */
function wronglySent(contract: Contract, attempts: readonly Attempt[], isValid: IsValid): string[] {
  const stated = new Set(contract.constraints.map(({ clause }) => clause.id));
  const isStated = ({ clause }: Attempt): boolean =>
    stated.has(clause) || clause.endsWith('/request-null-required');
  return attempts.flatMap((attempt) => {
    const { what, expects, exchange, before, after } = attempt;
    const sound = [before, after, expects === 'acceptance' ? exchange : undefined];
    const isUnsound = sound.some((one) => one && isValid(attempt, one) === false);
    const isUnbroken =
      expects === 'rejection' && isStated(attempt) && exchange && isValid(attempt, exchange) === true;
    return [
      ...(isUnsound ? [`sent as valid, but invalid: ${what}`] : []),
      ...(isUnbroken ? [`sent as invalid, but valid: ${what}`] : []),
    ];
  });
}

/** What a check of the stub of an amended contract sends, and what it finds. */
async function checkOf(actions: Actions, operations: readonly string[]) {
  const contract = await loadEdited({ overlays: [overlayFor({ actions })] });
  const { ruleSet, checked, conforming } = await proofOf(contract);
  const rules = ruleSet.rules.filter(({ operation }) => operations.includes(operation));
  const selected = new Set(rules.map(({ id }) => id));
  const { results, attempts = [] } = await checked(conforming(), {
    selected,
    record: true,
    maxWrites: 10_000,
  });
  const findings = results.flatMap((one) =>
    one.verdict === 'fail' || one.verdict === 'error' ? `${one.rule}: ${wordsOfResult(one).why}` : [],
  );
  /** The constraints of an Overlay that nothing was sent against. */
  const untried = contract.constraints.filter(
    ({ side, clause }) =>
      side !== 'response' &&
      clause.derived &&
      clause.unobservable === undefined &&
      !attempts.some((attempt) => attempt.clause === clause.id && attempt.exchange),
  );
  return {
    contract,
    attempts,
    findings,
    untried: untried.map(({ id, value }) => `${id} ${JSON.stringify(value)}`),
  };
}

type Fields = { readonly needed: readonly Json[]; readonly free: readonly Json[] };
const fields: fc.Arbitrary<Fields> = fc.record({
  needed: fc.array(schemas, { minLength: 1, maxLength: 3 }),
  free: fc.array(schemas, { minLength: 1, maxLength: 4 }),
});

function updateFor({ needed, free }: Fields): JsonObject {
  const named = (letter: string, list: readonly Json[]) =>
    list.map((one, place) => [`${letter}${place}`, one]);
  return {
    required: needed.map((_, place) => `needed${place}`),
    properties: Object.fromEntries([...named('needed', needed), ...named('free', free)]),
  };
}

const drawn = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: 51, numRuns: count });

describe('sent: what is sent as invalid is invalid by the contract, and what is sent as valid is valid', () => {
  const updates = drawn(fields, 40).map((all) => JSON.stringify(updateFor(all)));
  test.each(sampled(updates, 2))('fields: %s', async (update) => {
    const actions = Object.values(requests).map(
      (name) => [`$.components.schemas.${name}.properties.data`, `update: ${update}`] as const,
    );
    const { contract, attempts, findings, untried } = await checkOf(actions, Object.keys(requests));
    expect(wronglySent(contract, attempts, bodyReader(contract))).toEqual([]);
    expect(findings).toEqual([]);
    expect(untried).toEqual([]);
  });

  const parameters = drawn(fc.array(scalars, { minLength: 1, maxLength: 3 }), 16).map((list) =>
    JSON.stringify(list.map((schema, place) => ({ name: `further${place}`, in: 'query', schema }))),
  );
  test.each(sampled(parameters, 1))('parameters: %s', async (update) => {
    const target = "$.paths['/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products'].get.parameters";
    const actions = (JSON.parse(update) as Json[]).map(
      (one) => [target, `update: ${JSON.stringify(one)}`] as const,
    );
    const { contract, attempts, findings } = await checkOf(actions, [listing]);
    expect(wronglySent(contract, attempts, parameterReader(contract))).toEqual([]);
    expect(findings).toEqual([]);
  });
});
