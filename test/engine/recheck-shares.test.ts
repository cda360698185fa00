import { expect, it } from 'vitest';
import type { Page } from '../../conformance/core/evidence.ts';
import type { Suspicion } from '../../conformance/engine/rechecks/recheck-outcomes.ts';
import { Rechecks } from '../../conformance/engine/rechecks/recheck-responses.ts';
import { requestsFor } from '../../conformance/engine/rechecks/recheck-series.ts';
import { RecheckShares } from '../../conformance/engine/rechecks/recheck-shares.ts';
import type { Rechecker } from '../../conformance/engine/rechecks/rechecker.ts';
import { pageOf } from '../list/pages.ts';

/** A rechecker with room for so many requests, and the targets that it sent together. */
function rechecker(room: number, alone?: string) {
  const sent: string[][] = [];
  let left = room;
  const one: Rechecker = {
    alone,
    hasRoom: (name, pages, keep) => requestsFor(name, pages) <= left - keep,
    recheck: async (name, pages) => {
      left -= requestsFor(name, pages);
      sent.push(pages.map(({ request }) => request.target));
      return Rechecks.of(name, new Map());
    },
    whyNot: () => 'no room',
  };
  return { one, sent };
}

/** The suspicion of a rule about some pages. */
function suspicion(rule: string, ...targets: string[]): Suspicion {
  const [first = pageAt(''), ...others] = targets.map(pageAt);
  return { rule, broken: { expected: '', saw: '', pages: [first, ...others] }, failsOn: () => undefined };
}

function pageAt(target: string): Page {
  const page = pageOf({ limit: 1, offset: 0 }, 1);
  return { ...page, exchange: { ...page.exchange, request: { method: 'GET', target, headers: [] } } };
}

it('rechecks the pages of several rules together, each page once', async () => {
  const { one, sent } = rechecker(300);
  const all = [suspicion('a', '/1', '/2'), suspicion('b', '/2', '/3')];
  const rechecks = await new RecheckShares(one).repeat(all);
  expect(sent).toEqual([['/1', '/2', '/3']]);
  expect([...rechecks.keys()]).toEqual(all);
});

it('rechecks one by one what does not fit together', async () => {
  const { one, sent } = rechecker(25);
  await new RecheckShares(one).repeat([suspicion('a', '/1', '/2'), suspicion('b', '/3')], {});
  expect(sent).toEqual([['/1', '/2']]);
});

it('keeps requests for later, and sends nothing if only those are left', async () => {
  const { one, sent } = rechecker(100);
  expect(await new RecheckShares(one).repeat([suspicion('a', '/1')], { keep: 100 })).toEqual(new Map());
  expect(sent).toEqual([]);
});

it('takes first the rules that used least', async () => {
  const shares = new RecheckShares(rechecker(300).one);
  const [used, unused] = [suspicion('a', '/1'), suspicion('b', '/2')];
  await shares.repeat([used]);
  expect(shares.byNeed([used, unused])).toEqual([unused, used]);
});

it('gives no rule more than a third, so that others have theirs', async () => {
  const shares = new RecheckShares(rechecker(300).one);
  const greedy = suspicion('a', '/1', '/2', '/3', '/4', '/5', '/6');
  expect((await shares.repeat([greedy])).size).toBe(1);
  expect((await shares.repeat([greedy])).size).toBe(0);
  expect((await shares.repeat([suspicion('b', '/7')])).size).toBe(1);
});

it('shares nothing any more at the end of the run', async () => {
  const shares = new RecheckShares(rechecker(300).one);
  const greedy = suspicion('a', '/1', '/2', '/3', '/4', '/5', '/6');
  await shares.repeat([greedy]);
  expect((await shares.repeat([greedy], { isLast: true })).size).toBe(1);
});

it('gives a rule that is checked alone all that there is, and no more', async () => {
  const shares = new RecheckShares(rechecker(300, 'a').one);
  const greedy = suspicion('a', '/1', '/2', '/3', '/4', '/5', '/6');
  const given = [await shares.repeat([greedy]), await shares.repeat([greedy]), await shares.repeat([greedy])];
  expect(given.map(({ size }) => size)).toEqual([1, 1, 1]);
  for (let left = 4; left > 0; left -= 1) await shares.repeat([greedy]);
  expect((await shares.repeat([greedy])).size).toBe(0);
  expect(await shares.recheck('exact', greedy)).toBeUndefined();
});
