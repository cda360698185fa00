import { describe, expect, it } from 'vitest';
import type { BrokenRelation } from '../../conformance/core/claim.ts';
import type { Page } from '../../conformance/core/evidence.ts';
import { outcomeOfRepeats, outcomeOfTurns } from '../../conformance/engine/rechecks/recheck-outcomes.ts';
import { type RecheckedPage, Rechecks } from '../../conformance/engine/rechecks/recheck-responses.ts';
import { type Round, type Series, series } from '../../conformance/engine/rechecks/recheck-series.ts';
import {
  type OpenSuspicion,
  repeatAtOnce,
  settleSuspicions,
} from '../../conformance/engine/rechecks/suspicions.ts';
import { RuleState } from '../../conformance/engine/rule-state.ts';
import { pageOf } from '../list/pages.ts';

/** A page whose total is right (2), wrong (3), or another. */
const page = (total: number, target = '/second'): Page => {
  const one = pageOf({ limit: 1, offset: 1 }, 1, total);
  return { ...one, exchange: { ...one.exchange, request: { method: 'GET', target, headers: [] } } };
};

const failureOn = (...pages: [Page, ...Page[]]): BrokenRelation => ({
  expected: 'a total of 2',
  saw: `a total of ${pages[0].total}`,
  pages,
});

/** That the total is 2, which failed on a page with a total of 3. */
const suspicion = {
  rule: 'one-total',
  broken: failureOn(page(3)),
  failsOn: (pages: readonly Page[]): BrokenRelation | undefined => {
    const wrong = pages.find(({ total }) => total !== 2);
    return wrong && failureOn(wrong);
  },
};

type Responding = (round: Round, index: number, isSecond: boolean) => number | 'no page' | 'from a cache';

/** The responses of a series: the total of each. */
function rechecks(name: Series, respond: Responding): Rechecks {
  const responses = series[name].flatMap((round, index) =>
    [false, true].map((isSecond): RecheckedPage => {
      const total = respond(round, index, isSecond);
      const { response } = page(2).exchange;
      if (total === 'no page') return { response };
      if (total === 'from a cache')
        return { response: { ...response, headers: [['Age', '7']] }, page: page(3) };
      return { response, page: page(total) };
    }),
  );
  return Rechecks.of(name, new Map([['/second', responses]]));
}

type Served = Partial<Record<Series, Responding>>;

/** Sends the series to which the server responds; there is no room for others. */
const sendingTo = (served: Served, sent: Series[] = []): Parameters<typeof repeatAtOnce>[1] => {
  const recheck = (name: Series): Rechecks | undefined => {
    sent.push(name);
    const respond = served[name];
    return respond && rechecks(name, respond);
  };
  return {
    byNeed: (some) => [...some],
    recheck: async (name) => recheck(name),
    repeat: async (some) =>
      new Map(
        some.flatMap((one) => {
          const own = recheck('repeats');
          return own ? [[one, own] as const] : [];
        }),
      ),
  };
};

const rule = { id: 'one-total', operation: 'things', title: '', claims: [], mutants: [] };

const opened = (change: Partial<typeof suspicion> = {}): OpenSuspicion => ({
  ...suspicion,
  ...change,
  ruleState: new RuleState(rule, 'must'),
});

/** What a suspicion is after its first repeats. */
const atOnce = async (respond: Responding | undefined, one = opened()) =>
  (await repeatAtOnce([one], sendingTo(respond ? { repeats: respond } : {})))[0]?.now;

/** How a suspicion ends at the end of the run, and what is sent for that. */
async function atTheEnd(served: Served, one = opened()) {
  const sent: Series[] = [];
  await settleSuspicions([one], sendingTo(served, sent), () => 'no room');
  const { verdict, why, intermittent, expected, saw } = one.ruleState.result();
  const since = typeof why === 'object' && why.kind === 'unconfirmed' ? why.since : undefined;
  return { sent, verdict, ...(since && { since }), ...(intermittent && { intermittent }), expected, saw };
}

const changing: Responding = (_, __, isSecond) => (isSecond ? 2 : 3);

describe('a suspicion', () => {
  it.each<[string, Responding]>([
    ['fails in each of three repeats', () => 3],
    [
      'fails exactly where names are spelled as at first',
      ({ spelling }) => (spelling === 'respelled' ? 2 : 3),
    ],
  ])('is confirmed at once if it %s', async (_, respond) => {
    const one = opened();
    expect(await atOnce(respond, one)).toBe('confirmed');
    expect(one.ruleState.isBroken).toBe(true);
  });

  it.each<[string, Responding, string]>([
    ['passes', () => 2, 'passes'],
    ['fails only in the last repeat', (_, index) => (index === 4 ? 3 : 2), 'moves'],
    ['changes between two readings of a round', changing, 'moves'],
    ['changes from round to round', (_, index) => 3 + index, 'moves'],
    ['is not served again', () => 'no page', 'moves'],
    ['comes from a cache', () => 'from a cache', 'moves'],
  ])('is changed if its page %s', async (_, respond, shown) => {
    const one = opened();
    expect(await atOnce(respond, one)).toBe('changed');
    expect(outcomeOfRepeats(one, rechecks('repeats', respond)).shown).toBe(shown);
    expect(one.ruleState.isBroken).toBe(false);
  });

  it.each([1, 2, 3])('stays open if it passes in repeat %i, though its page is the same', async (passing) => {
    let repeats = 0;
    const failsOn = (): BrokenRelation | undefined => {
      repeats += 1;
      return repeats === passing ? undefined : failureOn(page(3));
    };
    expect(await atOnce(() => 3, opened({ failsOn }))).toBe('open');
  });

  it('stays open if there is no room for rechecks', async () => {
    expect(await atOnce(undefined)).toBe('open');
  });

  it('stays open if its pages come again as they were and do not show it by themselves', async () => {
    expect(await atOnce(() => 3, opened({ failsOn: () => undefined }))).toBe('open');
  });
});

describe('at the end of the run', () => {
  it('exactly the same requests are sent first, and what fails with them is compared with and without a cache', async () => {
    expect((await atTheEnd({ exact: () => 3 })).sent).toEqual(['exact', 'by turns']);
    expect(series.exact).toEqual([{ spelling: 'as sent', cache: 'used' }]);
  });

  it.each<[string, Responding | undefined]>([
    ['passes', () => 2],
    ['changes', (_, __, isSecond) => (isSecond ? 3 : 2)],
    ['changes back', changing],
    ['gets no page', () => 'no page'],
    ['is not sent', undefined],
  ])('what %s then is repeated as at first', async (_, respond) => {
    expect((await atTheEnd(respond ? { exact: respond } : {})).sent).toEqual(['exact', 'repeats']);
  });

  it('nothing is sent for a rule that is broken already', async () => {
    const one = opened();
    one.ruleState.fail({ ...suspicion.broken, shown: [] });
    expect((await atTheEnd({ exact: () => 3 }, one)).sent).toEqual([]);
  });
});

describe('what fails with exactly the same requests', () => {
  const ends = (byTurns: Responding, one = opened()) =>
    atTheEnd({ exact: () => 3, 'by turns': byTurns }, one);

  it.each<[string, Responding, object]>([
    [
      'is confirmed if it fails past the cache',
      ({ cache }) => (cache === 'bypassed' ? 3 : 2),
      { verdict: 'fail' },
    ],
    [
      'is confirmed if it fails in a new order of parameters',
      ({ cache }) => (cache === 'used' ? 3 : 2),
      { verdict: 'fail', saw: 'a total of 3' },
    ],
    ['may come from a stale cache if it passes in a new order', () => 2, { since: 'only exactly' }],
    ['moved if responses change', changing, { since: 'moved' }],
  ])('%s', async (_, respond, end) => {
    expect(await ends(respond)).toMatchObject(end);
  });

  it('says so if only a request without no-cache fails', async () => {
    const one = opened();
    await ends(({ cache }) => (cache === 'used' ? 3 : 2), one);
    expect(one.ruleState.result()).toMatchObject({ saw: 'a total of 3', dependsOn: 'cache' });
  });

  it('is confirmed if one request got two responses, which no cache has', () => {
    const twice = { ...suspicion, broken: failureOn(page(3), page(2)) };
    expect(
      outcomeOfTurns(
        twice,
        rechecks('by turns', () => 2),
      ).shown,
    ).toBe('fails');
  });

  it('stays unknown if there is no room', async () => {
    expect(await atTheEnd({ exact: () => 3 })).toMatchObject({ verdict: 'inconclusive', since: 'no room' });
  });
});

describe('what does not fail with exactly the same requests', () => {
  const ends = (repeats: Responding, one = opened()) => atTheEnd({ exact: () => 2, repeats }, one);

  it.each<[string, Responding, object]>([
    ['is confirmed if it fails in each of three repeats now', () => 3, { verdict: 'fail' }],
    [
      'was intermittent if it passes now',
      () => 2,
      { intermittent: [{ expected: 'a total of 2', saw: 'a total of 3', exchanges: [expect.anything()] }] },
    ],
    ['moved if responses still change', changing, { verdict: 'inconclusive', since: 'moved' }],
    [
      'names the cache that sent one of the responses',
      (_, index) => (index === 1 ? 'from a cache' : 3),
      { since: { cacheSign: 'Age: 7' } },
    ],
  ])('%s', async (_, respond, end) => {
    expect(await ends(respond)).toMatchObject(end);
  });

  it('is unshown if its pages come again as they were', async () => {
    const one = opened({ failsOn: () => undefined });
    expect(await ends(() => 3, one)).toMatchObject({ verdict: 'inconclusive', since: 'unshown' });
  });

  it('stays unknown if there is no room', async () => {
    expect(await atTheEnd({ exact: () => 2 })).toMatchObject({ verdict: 'inconclusive', since: 'no room' });
  });

  it('has no data if its listing changed while it was recorded', async () => {
    const one = opened();
    await settleSuspicions([one], sendingTo({}), () => 'listing moved');
    expect(one.ruleState.result()).toMatchObject({ verdict: 'untested', why: { kind: 'listing moved' } });
  });
});

describe('the finding', () => {
  const found = (respond: Responding) => outcomeOfRepeats(suspicion, rechecks('repeats', respond)).fails;

  it('shows the first request, since rechecks are spelled oddly', () => {
    expect(found(() => 3)).toMatchObject({
      saw: 'a total of 3',
      shown: [suspicion.broken.pages[0].exchange],
    });
  });

  it('says what the last repeat shows if the page says something else now', () => {
    expect(found(() => 4)?.saw).toBe('a total of 4');
  });

  it('says that the spelling matters', () => {
    expect(found(({ spelling }) => (spelling === 'respelled' ? 2 : 3))?.dependsOn).toBe('spelling');
  });
});
