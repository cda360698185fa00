import { describe, expect, it, test } from 'vitest';
import type { BrokenRelation } from '../../conformance/core/claim.ts';
import type { Page } from '../../conformance/core/evidence.ts';
import { type Settled, transitions } from '../../conformance/engine/rechecks/recheck-outcomes.ts';
import { type RecheckedPage, Rechecks } from '../../conformance/engine/rechecks/recheck-responses.ts';
import { type Round, type Series, series } from '../../conformance/engine/rechecks/recheck-series.ts';
import { advance } from '../../conformance/engine/rechecks/settle-suspicions.ts';
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

/** Where a suspicion goes from a state if a server responds so. */
const from = (state: keyof typeof transitions, respond: Responding) =>
  advance<keyof typeof transitions | Settled>(
    transitions[state],
    suspicion,
    rechecks(transitions[state].send, respond),
  );

describe('a suspicion', () => {
  it.each<[string, Responding]>([
    ['fails in each of three repeats', () => 3],
    [
      'fails exactly where names are spelled as at first',
      ({ spelling }) => (spelling === 'respelled' ? 2 : 3),
    ],
  ])('is confirmed at once if it %s', (_, respond) => {
    expect(from('suspected', respond).next).toBe('confirmed');
  });

  it.each<[string, Responding, string]>([
    ['passes', () => 2, 'passes'],
    ['fails only in the last repeat', (_, index) => (index === 4 ? 3 : 2), 'moves'],
    ['changes between two readings of a round', (_, __, isSecond) => (isSecond ? 2 : 3), 'moves'],
    ['changes from round to round', (_, index) => 3 + index, 'moves'],
    ['is not served again', () => 'no page', 'moves'],
    ['comes from a cache', () => 'from a cache', 'moves'],
  ])('is postponed to the end of the run if its page %s', (_, respond, shown) => {
    expect(from('suspected', respond)).toMatchObject({ outcome: { shown }, next: 'postponed' });
  });

  it.each([1, 2, 3])('is postponed if it passes in repeat %i, though its page is the same', (passing) => {
    let repeats = 0;
    const failsOn = (): BrokenRelation | undefined => {
      repeats += 1;
      return repeats === passing ? undefined : failureOn(page(3));
    };
    const { outcome, next } = advance(
      transitions.suspected,
      { ...suspicion, failsOn },
      rechecks('repeats', () => 3),
    );
    expect([outcome.shown, next]).toEqual(['passes on the same pages', 'postponed']);
  });

  it('is postponed if there is no room for rechecks', () => {
    expect(advance(transitions.suspected, suspicion)).toEqual({
      outcome: { shown: 'nothing' },
      next: 'postponed',
    });
  });

  it('is postponed if its pages come again as they were and do not show it by themselves', () => {
    const other = { ...suspicion, failsOn: () => undefined };
    expect(
      advance(
        transitions.suspected,
        other,
        rechecks('repeats', () => 3),
      ),
    ).toMatchObject({
      outcome: { shown: 'passes on the same pages' },
      next: 'postponed',
    });
  });
});

describe('at the end of the run', () => {
  it('exactly the same requests are sent first', () => {
    expect(transitions.postponed.send).toBe('exact');
    expect(series.exact).toEqual([{ spelling: 'as sent', cache: 'used' }]);
  });

  test('what fails with them is compared with and without a cache', () => {
    expect(from('postponed', () => 3).next).toBe('fails exactly');
  });

  it.each<[string, Responding]>([
    ['passes', () => 2],
    ['changes', (_, __, isSecond) => (isSecond ? 3 : 2)],
    ['changes back', (_, __, isSecond) => (isSecond ? 2 : 3)],
    ['gets no page', () => 'no page'],
  ])('what %s then is rechecked as at first', (_, respond) => {
    expect(from('postponed', respond).next).toBe('not repeated');
  });

  test('what was not sent then is rechecked as at first', () => {
    expect(advance(transitions.postponed, suspicion).next).toBe('not repeated');
  });
});

describe('what fails with exactly the same requests', () => {
  it.each<[string, Responding, Settled]>([
    ['is confirmed if it fails past the cache', ({ cache }) => (cache === 'bypassed' ? 3 : 2), 'confirmed'],
    [
      'is confirmed if it fails in a new order of parameters',
      ({ cache }) => (cache === 'used' ? 3 : 2),
      'confirmed',
    ],
    ['may come from a stale cache if it passes in a new order', () => 2, 'only exactly'],
    ['moved if responses change', (_, __, isSecond) => (isSecond ? 2 : 3), 'moved'],
  ])('%s', (_, respond, state) => {
    expect(from('fails exactly', respond).next).toBe(state);
  });

  it('says so if only a request without no-cache fails', () => {
    const { outcome } = from('fails exactly', ({ cache }) => (cache === 'used' ? 3 : 2));
    expect(outcome.fails).toMatchObject({ saw: 'a total of 3', dependsOn: 'cache' });
  });

  it('is confirmed if one request got two responses, which no cache has', () => {
    const twice = { ...suspicion, broken: failureOn(page(3), page(2)) };
    expect(
      advance(
        transitions['fails exactly'],
        twice,
        rechecks('by turns', () => 2),
      ).next,
    ).toBe('confirmed');
  });

  it('stays unknown if there is no room', () => {
    expect(advance(transitions['fails exactly'], suspicion).next).toBe('unknown');
  });
});

describe('what does not fail with exactly the same requests', () => {
  it.each<[string, Responding, Settled]>([
    ['is confirmed if it fails in each of three repeats now', () => 3, 'confirmed'],
    ['was intermittent if it passes now', () => 2, 'intermittent'],
    ['moved if responses still change', (_, __, isSecond) => (isSecond ? 2 : 3), 'moved'],
  ])('%s', (_, respond, state) => {
    expect(from('not repeated', respond).next).toBe(state);
  });

  it('is unshown if its pages come again as they were', () => {
    const other = { ...suspicion, failsOn: () => undefined };
    expect(
      advance(
        transitions['not repeated'],
        other,
        rechecks('repeats', () => 3),
      ).next,
    ).toBe('unshown');
  });

  it('stays unknown if there is no room', () => {
    expect(advance(transitions['not repeated'], suspicion).next).toBe('unknown');
  });

  it('names the cache that sent one of the responses', () => {
    const { outcome } = from('not repeated', (_, index) => (index === 1 ? 'from a cache' : 3));
    expect(outcome).toEqual({ shown: 'moves', cacheSign: 'Age: 7' });
  });
});

describe('the finding', () => {
  it('shows the first request, since rechecks are spelled oddly', () => {
    const { outcome } = from('suspected', () => 3);
    expect(outcome.fails).toMatchObject({ saw: 'a total of 3', shown: [suspicion.broken.pages[0].exchange] });
  });

  it('says what the last repeat shows if the page says something else now', () => {
    const { outcome } = from('suspected', () => 4);
    expect(outcome.fails?.saw).toBe('a total of 4');
  });

  it('says that the spelling matters', () => {
    const { outcome } = from('suspected', ({ spelling }) => (spelling === 'respelled' ? 2 : 3));
    expect(outcome.fails?.dependsOn).toBe('spelling');
  });
});
