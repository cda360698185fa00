import { describe, expect, it } from 'vitest';
import type { Judge } from '../../conformance/core/claim.ts';
import type { Rule } from '../../conformance/core/rule.ts';
import { RuleState } from '../../conformance/engine/rule-state.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';

const rule: Rule = { id: 'things/one', operation: 'things', title: 'one', claims: [], mutants: [] };

const exchange = (target: string, headers: HttpRequest['headers'] = []) => ({
  id: 1,
  request: { method: 'GET', target, headers },
  response: { status: 200, headers: [], body: new Uint8Array(), ms: 1 },
});

/** What a rule of this level ends with. */
const result = (take: (state: RuleState) => void) => {
  const state = new RuleState(rule, 'must');
  take(state);
  return state.result();
};

describe('a rule without data', () => {
  it('names what this run did not let it judge, rather than what to declare', () => {
    const found = result((state) => {
      state.untested('a', 'known: { … }');
      state.untested('b', undefined, 'POST /things');
      state.untested('c', 'known: { … }');
    });
    expect(found).toMatchObject({ verdict: 'untested', why: 'b', stoppedAt: 'POST /things' });
    expect(found.remedy).toBeUndefined();
  });

  it('prefers what something could be added for, then the first in the alphabet', () => {
    const found = result((state) => {
      state.untested('a');
      state.untested('c', 'holds: …');
      state.untested('b', 'order: …');
      state.untested('d');
    });
    expect(found).toMatchObject({ why: 'b', remedy: 'order: …' });
  });

  it('prefers the same reason in whatever order they come, also if they end alike', () => {
    const reasons = ['one', 'two'].map((what) => ({ kind: 'not accepted', what, returned: '404' }) as const);
    const [first, second] = [reasons, reasons.toReversed()].map((some) =>
      result((state) => {
        for (const why of some) state.untested(why);
      }),
    );
    expect(first).toEqual(second);
  });

  it('has a reason of its own if no rule states one', () => {
    expect(result(() => {})).toMatchObject({ verdict: 'untested', why: { kind: 'nothing shown' } });
  });

  it('waits for the first of the rules that took its evidence, and never for itself', () => {
    const found = result((state) => {
      for (const id of ['things/two', 'things/one', 'things/three']) state.blockedBy(id);
    });
    expect(found).toMatchObject({ why: { kind: 'blocked', by: 'things/three' } });
  });
});

describe('a rule that was judged', () => {
  it('passes, whatever had no data for it before or after', () => {
    const found = result((state) => {
      state.untested('no bundle');
      state.reach();
      state.untested('no bundle');
      state.blockedBy('things/two');
    });
    expect(found.verdict).toBe('pass');
  });

  it('is inconclusive if one thing could not be decided, and broken if another is', () => {
    const undecided = (state: RuleState): void => {
      state.reach();
      state.inconclusive('a time-out');
    };
    expect(result(undecided)).toMatchObject({ verdict: 'inconclusive', why: 'a time-out' });
    const broken = result((state) => {
      undecided(state);
      state.fail({ expected: 'one', saw: 'two', shown: [exchange('/things')] });
    });
    expect(broken).toMatchObject({ verdict: 'fail', expected: 'one', saw: 'two', title: 'one' });
  });

  it('shows the plainest request of several that break it, whatever their order', () => {
    const plain = { expected: 'one', saw: 'two', shown: [exchange('/things?a=1')] };
    const odd = { ...plain, saw: 'three', shown: [exchange('/things', [['cache-control', 'no-cache']])] };
    for (const order of [
      [plain, odd],
      [odd, plain],
    ])
      expect(result((state) => order.forEach((one) => void state.fail(one))).saw).toBe('two');
    expect(
      result((state) => {
        state.fail(plain, true);
        state.fail({ ...plain, saw: 'four' });
      }).saw,
    ).toBe('four');
  });

  it('says once what is wrong with the whole page that shows the failure', () => {
    const found = result((state) => {
      state.fail({ expected: 'one', saw: 'two', shown: [exchange('/things')] });
      state.explain(() => undefined);
      state.explain(() => 'the page begins elsewhere');
      state.explain(() => 'it is too long');
    });
    expect(found.saw).toBe('the page begins elsewhere: two');
  });

  it('notes a mistake of ours with its place, unless the rule is broken', () => {
    const found = result((state) => state.error(new Error('no such place')));
    expect(found).toMatchObject({ verdict: 'error', why: { kind: 'mistake', message: 'no such place' } });
  });
});

it('a judge reports to its rule: what holds is reached, what does not is broken', () => {
  const nouns = { record: 'thing', records: 'things', aRecord: 'a thing' };
  const target = { tokens: {} } as unknown as Judge['target'];
  const state = new RuleState(rule, 'must');
  let broken = 0;
  const judge = state.judge(
    {
      contract: {} as Judge['contract'],
      target,
      nouns,
      acceptedRequests: {} as Judge['acceptedRequests'],
    },
    () => {
      broken += 1;
    },
  );
  judge.claim(true, () => ({ expected: 'one', saw: 'two', shown: [] }));
  expect([state.result().verdict, broken]).toEqual(['pass', 0]);
  judge.claim(false, () => ({ expected: 'one', saw: 'two', shown: [] }));
  expect([state.result().verdict, broken, state.isBroken]).toEqual(['fail', 1, true]);
});
