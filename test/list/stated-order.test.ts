import { describe, expect, it } from 'vitest';
import { checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

/** A contract that states an order by two keys, of which the first has values of a schema. */
const contractOf = (at: string) =>
  loadDocument(
    listingAt('/visits', 'listVisits', {
      list: 'items: /visits, identifier: /id, pageSize: limit, inputToken: after, outputToken: /next, order: [at desc, id desc]',
      query: { limit: 'type: integer, minimum: 1, maximum: 50, default: 5', after: 'type: string' },
      page: `type: object, required: [visits], properties: { next: { type: string }, visits: { type: array,
        items: { type: object, required: [id, at], properties: { id: { type: integer }, at: { ${at} } } } } }`,
    }),
  );

type Visit = { readonly id: number; readonly at: string | number };

/** How the stated order of a listing of 24 visits ends. */
async function verdictOn(schema: string, atOf: (group: number) => Visit['at'], ids: 'rising' | 'falling') {
  const contract = await contractOf(schema);
  const visits = Array.from({ length: 24 }, (_, index): Visit => {
    const place = index % 3;
    return {
      id: 100 + index - place + (ids === 'rising' ? place : 2 - place),
      at: atOf(Math.floor(index / 3)),
    };
  });
  const { results } = await checkListing(contract, 'listVisits', async (request) => {
    const query = new URL(request.target, 'http://server').searchParams;
    const [limit, start] = [Number(query.get('limit') ?? 5), Number(query.get('after') ?? 0)];
    if (!(limit > 0 && limit <= 50 && start >= 0)) return jsonResponse(400, {});
    const end = start + limit;
    return jsonResponse(200, {
      visits: visits.slice(start, end),
      ...(end < visits.length ? { next: String(end) } : {}),
    });
  });
  return results.find(({ rule }) => rule === 'listVisits/order-stated');
}

describe('an order by two keys', () => {
  it.each<[string, (group: number) => Visit['at']]>([
    ['type: integer', (group) => 20 - group],
    ['type: string', (group) => `t${20 - group}`],
    ['type: string, format: date', (group) => `2026-03-${20 - group}`],
  ])('is compared by the second, too, where values of {%s} are equal', async (schema, atOf) => {
    expect(await verdictOn(schema, atOf, 'falling')).toMatchObject({ verdict: 'pass', level: 'must' });
    expect(await verdictOn(schema, atOf, 'rising')).toMatchObject({ verdict: 'fail', level: 'must' });
  });

  it('is not compared by the second after equal times, of which a server may not show all', async () => {
    const timeOf = (group: number): string => `2026-03-${20 - group}T08:15:00Z`;
    for (const ids of ['falling', 'rising'] as const)
      expect(await verdictOn('type: string, format: date-time', timeOf, ids)).toMatchObject({
        verdict: 'pass',
      });
  });
});
