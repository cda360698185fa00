import { describe, expect, it } from 'vitest';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import { sawWords } from '../../conformance/report/not-judged.ts';
import { killedMutants } from '../fields/killed-mutants.ts';
import { sampled } from '../seed.ts';
import { contract, operation } from './subscription-read.ts';

const proof = await proofOf(contract);
const rules = proof.ruleSet.rules.filter((rule) => rule.operation === operation);
const selected = rules.map(({ id }) => id);

/** What a check says of the operation if its first readings have these statuses, the last of them from then on. */
async function unavailableAfter(...statuses: readonly number[]): Promise<readonly string[]> {
  const stub = proof.conforming();
  let readings = 0;
  const { unavailable, results } = await proof.checked(
    async (request) => {
      if (operationOf(contract, request) !== operation) return stub(request);
      const status = statuses[readings] ?? statuses.at(-1) ?? 200;
      readings += 1;
      return status === 200 ? stub(request) : { status, headers: [], body: new Uint8Array(), ms: 1 };
    },
    { selected: new Set([...selected, 'subscription/accepted']) },
  );
  const isJudged = results.some((one) => one.operation === operation && one.verdict === 'pass');
  return [...unavailable.map((one) => `${one.state}: ${sawWords(one)}`), ...(isJudged ? ['judged'] : [])];
}

describe('an operation that reads what another creates is its part of the contract', () => {
  it('has the rules of its kind, and those of what it returns', () => {
    const ofKind = ['as-created', 'authorization', 'id-form', 'unknown-id'];
    expect(selected).toEqual(expect.arrayContaining(ofKind.map((name) => `${operation}/${name}`)));
    // What a schema states of the response is checked of whatever operation returns it.
    expect(selected).toContain(`${operation}/account-id-uuid`);
  });

  it('is served by the stub as its rules say', async () => {
    const verdicts = new Map<string, Set<string>>();
    for (const choices of proof.revealing)
      for (const { rule, verdict } of await proof.judged(proof.conforming({ choices }), { selected }))
        verdicts.set(rule, (verdicts.get(rule) ?? new Set()).add(verdict));
    const withVerdict = (isMeant: (all: ReadonlySet<string>) => boolean) =>
      [...verdicts].flatMap(([rule, all]) => (isMeant(all) ? [rule] : []));
    expect(withVerdict((all) => all.has('fail') || all.has('error'))).toEqual([]);
    expect(withVerdict((all) => !all.has('pass'))).toEqual([]);
  });

  it('has rules that find each of their mutants', async () => {
    const scopes = proof.revealing.map((choices) => ({ choices }));
    const { count, missed } = await killedMutants(proof, sampled(rules, 12), scopes);
    expect(count).toBeGreaterThan(6);
    expect(missed).toEqual([]);
  });

  const missing = (status: number) => [
    expect.stringMatching(`^not implemented: GET /subscriptions/subscriptions/[0-9a-f-]{36}  ${status}`),
  ];
  // An operation that is not there says so twice.
  it.each([
    [[501], missing(501)],
    [[404, 200], ['judged']],
  ])('is there or not, after readings with the statuses %j', async (statuses, said) => {
    expect(await unavailableAfter(...statuses)).toEqual(said);
  });
});
