import { expect, it } from 'vitest';
import { requestsFor } from '../../conformance/engine/rechecks/recheck-series.ts';
import { recheckerOver } from '../../conformance/engine/rechecks/rechecker.ts';
import { pageOf } from '../list/pages.ts';

const page = pageOf({ limit: 1, offset: 0 }, 1);
const { exchange } = page;

/** How many requests a rechecker sends before it has no room, if each response differs. */
async function sentBy(alone: string | undefined): Promise<number> {
  let sent = 0;
  const sendAfresh = async () => {
    sent += 1;
    return { read: { ...exchange, json: sent }, exchange };
  };
  const sender = { sendAfresh, wasSent: () => false } as never;
  const { hasRoom, recheck } = recheckerOver(
    sender,
    { requestAfter: () => undefined },
    { alone, onRecheck: () => {} },
  );
  const pages = [{ request: exchange.request }] as never;
  while (hasRoom('repeats', pages, 0)) await recheck('repeats', pages);
  expect(sent % requestsFor('repeats', pages)).toBe(0);
  return sent;
}

it('has room for some hundred requests, and for ten times as many where one rule is checked alone', async () => {
  expect(await sentBy(undefined)).toBeLessThanOrEqual(300);
  const alone = await sentBy('books/page-limit');
  expect(alone).toBeGreaterThan(2900);
  expect(alone).toBeLessThanOrEqual(3000);
});
