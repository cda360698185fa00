import { describe, expect, it } from 'vitest';
import { checkOf } from '../check-of.ts';
import { sampled } from '../seed.ts';
import { contractOf, type PagingName, pagings, type ServerTerms, serveEpisodes } from './episodes-server.ts';

/** The rules that a server breaks, after their levels. */
async function brokenBy(terms: ServerTerms): Promise<string[]> {
  const file = { collections: [{ list: 'listEpisodes', at: {} }], writes: 'allow', settles: '0s' } as const;
  const contract = await contractOf(terms.paging);
  const { results } = await checkOf(contract, file, serveEpisodes(terms), { seed: 1 });
  return results.flatMap(({ rule, level, verdict }) =>
    verdict === 'fail' || verdict === 'error' ? [`${level} ${rule.replace('listEpisodes/', '')}`] : [],
  );
}

type Growing = NonNullable<ServerTerms['beforePage']>;

/** When somebody else creates a record, beside those that a check creates. */
const interleavings: Readonly<Record<string, Growing>> = {
  'only the check writes': () => {},
  'a record is created while the check reads': (count, { add }) => count === 40 && add(),
  'a record is created while the check reads again': (count, { add }) => count === 90 && add(),
  'a record is deleted while the check reads again': (count, { remove }) => count === 80 && remove(),
  'a record is created before every seventh page': (count, { add }) => count % 7 === 0 && add(),
  'a record is created before every 41st page': (count, { add }) => count % 41 === 0 && add(),
};

const orders = [
  ['the newest', true],
  ['the oldest', false],
] as const;

const ways = Object.keys(pagings) as PagingName[];
const listings = ways.flatMap((paging) => orders.map((order) => [paging, ...order] as const));

describe('no rule that is a must fails for a conforming server', () => {
  const all = Object.keys(interleavings).flatMap((when) => listings.map((one) => [...one, when] as const));
  const [own, others] = [true, false].map((is) =>
    all.filter(([paging]) => (paging === 'a token of the last record') === is),
  ) as [typeof all, typeof all];
  it.each([...own, ...sampled(others, 9)])('%s, %s first, %s: %s', async (paging, _, isNewestFirst, when) => {
    const beforePage = interleavings[when];
    const broken = await brokenBy({ paging, isNewestFirst, ...(beforePage ? { beforePage } : {}) });
    expect(broken.filter((one) => one.startsWith('must'))).toEqual([]);
  });
});

describe('a rule fails for a server with a fault', () => {
  const faults = {
    'loses a record between pages': (rest, start, size) => rest.slice(start > 0 ? 1 : 0, size),
    'repeats a record on the next page': (rest, start, size, before) =>
      start > 0 ? [...before.slice(-1), ...rest.slice(0, size - 1)] : rest.slice(0, size),
  } satisfies Record<string, NonNullable<ServerTerms['cut']>>;
  const tokens = listings.filter(([paging]) => paging.startsWith('a token'));
  const all = Object.entries(faults).flatMap(([fault, cut]) =>
    tokens.flatMap((one) =>
      ['only the check writes', 'a record is created while the check reads'].map(
        (when) => [fault, ...one, when, cut] as const,
      ),
    ),
  );
  it.each(sampled(all, 10))(
    '%s: %s, %s first, %s: %s',
    async (_, paging, _order, isNewestFirst, when, cut) => {
      const beforePage = interleavings[when];
      const broken = await brokenBy({ paging, isNewestFirst, cut, ...(beforePage ? { beforePage } : {}) });
      expect(broken).toContain('must pages-join');
    },
  );
});
