import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { operationOf } from '../../conformance/core/operation-of.ts';
import { knownGoodOf, type Target } from '../../conformance/core/target.ts';
import type { Result } from '../../conformance/core/verdict.ts';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { untestedBy } from '../../conformance/report/untested-rules.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { Mutant, Transport } from '../../src/http/exchange.ts';
import { checked, conforming, contract, ruleSet, targetFor } from '../shipped.ts';

const selected = new Set(
  ruleSet.rules.filter(({ operation }) => operation !== 'node-products').map(({ id }) => id),
);

/** What a check says of a server, rule by rule, about what is created. */
async function saidOf(transport: Transport, target: Target): Promise<Map<string, Result>> {
  const { results } = await checked(transport, { target, selected });
  return new Map(results.map((result) => [result.rule, result]));
}

const verdictsOf = (said: ReadonlyMap<string, Result>): Set<string> =>
  new Set([...said.values()].map(({ verdict }) => verdict));

describe('a server that subscribes each account to a plan once', () => {
  const choices = { 'subscription-repeated': 'rejected' } as const;
  const target = targetFor(choices);
  const [first] = knownGoodOf(target, 'subscription');

  it('is judged in full if the operator names enough sets of values', async () => {
    const said = await saidOf(conforming({ choices }), target);
    expect(verdictsOf(said)).toEqual(new Set(['pass', 'untested']));
    expect(said.get('subscription/request-plan-id-required')?.verdict).toBe('pass');
    expect(said.get('subscription/request-external-ref-optional')?.verdict).toBe('pass');
  });

  it('is not accused if the operator names one, who is told what would help', async () => {
    const said = await saidOf(conforming({ choices }), { ...target, known: { subscription: [first] } });
    expect(verdictsOf(said)).toEqual(new Set(['pass', 'untested', 'inconclusive']));
    expect(said.get('subscription/accepted')?.verdict).toBe('pass');
    expect(said.get('subscription/request-plan-id-required')).toMatchObject({
      verdict: 'inconclusive',
      why: { kind: 'not accepted', returned: expect.stringContaining('is subscribed to already') },
      remedy: expect.stringContaining('several sets of values'),
    });
  });

  it('is met with the next set if an earlier run used up the first', async () => {
    const transport = conforming({ choices });
    await saidOf(transport, { ...target, known: { subscription: [first] } });
    const said = await saidOf(transport, target);
    expect(verdictsOf(said)).toEqual(new Set(['pass', 'untested']));
    expect(said.get('subscription/request-plan-id-required')?.verdict).toBe('pass');
  });
});

describe('a server that rejects what it cannot create now', () => {
  it('is told by its own words first where the target file declares all that is needed', async () => {
    const words = '{"errors":[{"detail":"plan 7 is not active"}]}';
    const mutant = alwaysAnswering(422, words, 'subscription');
    const { results } = await (
      await createCheck({ contract, target: targetFor({}) }, { only: ['subscription'] })
    ).run(conforming({ mutants: [mutant] }));
    const [group, ...others] = untestedBy(results).filter(({ cause }) => cause === 'not in target file');
    expect(others).toEqual([]);
    expect(group?.words).toMatch(
      /^POST \/subscriptions\/subscriptions returned 422 "plan 7 is not active"; add {2}known: \{ subscription: … \} with values that your server accepts/,
    );
  });

  it.each([403, 409, 422])(
    'is not accused of it from the first, and its words are repeated: %i',
    async (status) => {
      const said = await saidOf(
        conforming({ mutants: [alwaysAnswering(status, 'no more keys for you')] }),
        targetFor({}),
      );
      const accepted = said.get('application-key/accepted');
      expect(accepted).toMatchObject({
        verdict: 'untested',
        remedy: { kind: 'token', operation: 'application-key' },
      });
      expect(accepted && wordsOfResult(accepted).why).toContain('no more keys for you');
      expect(verdictsOf(said)).toEqual(new Set(['pass', 'untested']));
    },
  );

  it('is accused if it crashes', async () => {
    const said = await saidOf(conforming({ mutants: [alwaysAnswering(500, 'oh no')] }), targetFor({}));
    expect(said.get('application-key/accepted')?.verdict).toBe('fail');
  });

  it.each([1, 5, 30])('leaves nothing inconclusive in a run that may send %i requests', async (maxWrites) => {
    const { results } = await checked(conforming(), { selected, maxWrites });
    expect(results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'untested')).toEqual([]);
  });
});

const alwaysAnswering =
  (status: number, text: string, operation: OperationId = 'application-key'): Mutant =>
  (next) =>
  async (request) =>
    operationOf(contract, request) === operation && request.method === 'POST'
      ? { status, headers: [], body: Buffer.from(text), ms: 0 }
      : next(request);
