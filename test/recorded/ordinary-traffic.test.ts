import { describe, expect, it } from 'vitest';
import { archiveOf, inspectWritten, listing, listingEntry } from './written-archive.ts';

const key = (at: string, status: number, text = '{"data":{"type":"application_key","name":"Till 1"}}') => ({
  startedDateTime: `2026-11-21T10:${at}Z`,
  request: { method: 'POST', url: 'http://shop.example/v2/application-keys', headers: [], postData: { text } },
  response: { status, headers: [], content: { text: '{"data":{}}' } },
}); // biome-ignore format: an entry

const verdictOf = async (rule: string, entries: readonly unknown[]) => {
  const report = await inspectWritten([archiveOf(entries)]);
  return { ...report.results.find((one) => one.rule === rule), ...report };
};

describe('a request that is repeated', () => {
  const rule = 'application-key/accepted';
  it.each([
    ['rejected between two equal ones that were accepted: that is a violation', [201, 422, 201], ['00:00', '00:05', '00:10'], 'fail'],
    ['rejected for money: that is none', [201, 402, 201], ['00:00', '00:05', '00:10'], 'untested'],
    ['rejected, and never accepted again', [201, 422, 422], ['00:00', '00:05', '00:10'], 'untested'],
    ['rejected, and accepted much later', [201, 422, 201], ['00:00', '00:05', '09:00'], 'untested'],
  ] as const)('%s', async (_, statuses, times, verdict) => {
    const entries = statuses.map((status, index) => key(times[index] ?? '', status));
    expect((await verdictOf(rule, entries)).verdict).toBe(verdict);
  }); // biome-ignore format: a case a line
});

it('a body that is not JSON and was accepted is a violation', async () => {
  const found = await verdictOf('application-key/request-body-json', [key('00:00', 201, 'name=Till')]);
  expect(found).toMatchObject({ verdict: 'fail', headline: { verdict: 'violates' }, exitCode: 1 });
});

describe('two pages that do not agree', () => {
  const page = (startedDateTime: string, total: number, query: string) =>
    listingEntry({
      startedDateTime,
      query,
      content: { text: JSON.stringify({ ...listing, meta: { results: { total } } }) },
    });
  const rule = 'node-products/total-constant';
  const [first, second] = [
    '?page%5Blimit%5D=2&page%5Boffset%5D=20',
    '?page%5Blimit%5D=2&page%5Boffset%5D=40',
  ];

  it('are suspected, and no violation', async () => {
    const pages = [page('2026-11-21T10:00:00Z', 3, first), page('2026-11-21T10:00:01Z', 4, second)];
    const found = await verdictOf(rule, pages);
    expect(found).toMatchObject({
      verdict: 'inconclusive',
      headline: { verdict: 'no violation' },
      exitCode: 0,
    });
    expect(found.headline.why).toMatch(/\b1 [^,;]*suspected/);
  });

  it('say nothing if hours lie between them', async () => {
    const pages = [page('2026-11-21T10:00:00Z', 3, first), page('2026-11-21T13:00:00Z', 4, second)];
    expect((await verdictOf(rule, pages)).verdict).not.toBe('inconclusive');
  });

  it('say nothing if the same page shows that the listing changed', async () => {
    const pages = [
      page('2026-11-21T10:00:00Z', 3, first),
      page('2026-11-21T10:00:01Z', 4, second),
      page('2026-11-21T10:00:02Z', 4, first),
    ];
    expect((await verdictOf(rule, pages)).verdict).not.toBe('inconclusive');
  });
});

it('a page of all matches of a filter is not compared with itself', async () => {
  const data = [{ type: 'product', id: '5f0a1d9e-0000-4000-8000-000000000001' }];
  const page = listingEntry({
    query: '?page%5Blimit%5D=100&page%5Boffset%5D=0&filter=in(id,a,b)',
    content: { text: JSON.stringify({ ...listing, data }) },
  });
  expect((await verdictOf('node-products/filter-pages', [page])).verdict).toBe('untested');
});

it('a rule that has to pass and did not leaves the recording undetermined', async () => {
  const report = await inspectWritten([archiveOf([listingEntry()])], {
    require: ['subscription/id-distinct'],
  });
  expect(report).toMatchObject({ headline: { verdict: 'undetermined' }, exitCode: 3 });
});

it('a pinned choice can have to pass, too', async () => {
  const report = await inspectWritten([archiveOf([listingEntry()])], {
    target: { choices: { 'rejection-status': '400' } },
    require: ['choice/rejection-status'],
  });
  expect(report).toMatchObject({ headline: { why: expect.stringContaining('1 open') }, exitCode: 3 });
});

describe('listing requests that the specification does not define', () => {
  const reasonsIn = async (query: string) => {
    const report = await inspectWritten([archiveOf([listingEntry({ query })])]);
    return new Map(report.results.map(({ rule, why, remedy }) => [rule, [why, remedy]]));
  };
  const rules = ['links-next', 'total-count', 'page-limit', 'included-none-on-page'];

  it.each(['?page[limit]=2&page[offset]=0', '?page%5Blimit%5D=2&sort=name'])(
    'are the reason: %s',
    async (query) => {
      const reasons = await reasonsIn(query);
      for (const rule of rules)
        expect(reasons.get(`node-products/${rule}`)).toEqual([
          expect.stringContaining('brackets that are not percent-encoded'),
          undefined,
        ]);
      expect(reasons.get('node-products/holds')?.[1]).toBe(
        'in a collection: holds: [ids of all products that must be listed]',
      );
    },
  );

  it('are not the reason if the same request is percent-encoded', async () => {
    const reasons = await reasonsIn('?page%5Blimit%5D=2&page%5Boffset%5D=0');
    for (const rule of rules)
      expect(reasons.get(`node-products/${rule}`)?.[0] ?? '').not.toContain('percent-encoded');
  });
});

describe('a request with a parameter that the contract does not have', () => {
  const [first, second, third] = [1, 2, 3].map((digit) => `${digit}1111111-1111-4111-8111-111111111111`);
  const page = (query: string, ids: readonly (string | undefined)[]) =>
    listingEntry({
      query,
      content: {
        text: JSON.stringify({
          ...listing,
          data: ids.map((id) => ({ id, type: 'product', attributes: { curated_product: true } })),
          meta: { results: { total: 3 } },
        }),
      },
    });
  const hierarchyID = 'e214368a-b4c3-4797-bbe9-01fb056371c1';
  const nodeID = 'a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da';
  const target = {
    collections: [{ at: { hierarchyID, nodeID }, order: [first ?? '', second ?? '', third ?? ''] }],
  };
  const brokenBy = async (...entries: readonly unknown[]): Promise<string[]> => {
    const { results } = await inspectWritten([archiveOf(entries)], { target });
    return results.flatMap(({ rule, verdict }) =>
      verdict === 'fail' || verdict === 'inconclusive' ? [rule] : [],
    );
  };
  const whole = '?page%5Blimit%5D=100&page%5Boffset%5D=0';

  it.each([
    'sort=name',
    'filter=in(id,31111111-1111-4111-8111-111111111111,21111111-1111-4111-8111-111111111111)&sort=name',
  ])('may be in any order: %s', async (parameter) => {
    const sorted = page(`${whole}&${parameter}`, [third, second]);
    expect(await brokenBy(page(whole, [first, second, third]), sorted)).toEqual([]);
  });

  it('keeps the curated order without it', async () => {
    expect(await brokenBy(page(whole, [third, second, first]))).toContain('node-products/curated-order');
  });

  it('keeps the curated order from page to page of a filter, too', async () => {
    const filter = `filter=in(id,${[first, second, third].join()})`;
    const [start, end] = [0, 2].map((offset) => `?${filter}&page%5Blimit%5D=2&page%5Boffset%5D=${offset}`);
    const shown = async (ids: readonly (string | undefined)[]): Promise<string[]> =>
      brokenBy(page(start ?? '', ids.slice(0, 2)), page(end ?? '', ids.slice(2)));
    expect(await shown([first, second, third])).toEqual([]);
    expect(await shown([second, third, first])).toContain('node-products/curated-order-filter');
  });
});
