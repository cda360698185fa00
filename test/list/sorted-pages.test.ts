import { describe, expect, it } from 'vitest';
import { checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const contract = await loadDocument(
  listingAt('/tools', 'listTools', {
    list: `items: $response.body, identifier: /id, pageSize: limit, offset: offset, fullPages: true,
      sort: { asc: 'sort={attribute}', sortables: { category: /category, name: /name } }`,
    query: {
      limit: 'type: integer, minimum: 1, maximum: 50',
      offset: 'type: integer, minimum: 0',
      sort: 'type: string',
    },
    page: `type: array, items: { type: object, required: [id],
      properties: { id: { type: integer }, category: { type: string }, name: { type: string } } }`,
  }),
);

type Tool = { readonly id: number; readonly category: string; readonly name: string };

const tools = Array.from(
  { length: 128 },
  (_, id): Tool => ({ id, category: `c${id % 4}`, name: `n${String((id * 37) % 128).padStart(3, '0')}` }),
);

/** The verdicts on sorts of a server that shows a page of sorted tools. */
async function verdictsOn(pageOf: (sort: keyof Tool, offset: number, limit: number) => readonly Tool[]) {
  const { results } = await checkListing(contract, 'listTools', async (request) => {
    const query = new URL(request.target, 'http://server').searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const shown = pageOf((query.get('sort') ?? 'id') as keyof Tool, offset, limit);
    return jsonResponse(200, shown);
  });
  const verdictOf = (name: string) => results.find(({ rule }) => rule === `listTools/${name}`)?.verdict;
  return [verdictOf('sort-same-records'), verdictOf('sort-ties')];
}

/** Tools by a field; equal ones in the order of a number. */
const sortedBy = (sort: keyof Tool, place: (tool: Tool) => number): readonly Tool[] =>
  tools.toSorted((one, other) =>
    sort === 'id' || one[sort] === other[sort] ? place(one) - place(other) : one[sort] < other[sort] ? -1 : 1,
  );

describe('a sort on a listing of three pages', () => {
  it('conforms where equal values keep their order', async () => {
    const shown = await verdictsOn((sort, offset, limit) =>
      sortedBy(sort, ({ id }) => id).slice(offset, offset + limit),
    );
    expect(shown).toEqual(['pass', 'pass']);
  });

  it('may lose records with equal values, of which another rule warns', async () => {
    const shown = await verdictsOn((sort, offset, limit) =>
      sortedBy(sort, ({ id }) => (sort === 'category' ? (id * (offset + 7)) % 31 : id)).slice(
        offset,
        offset + limit,
      ),
    );
    expect(shown).toEqual(['pass', 'fail']);
  });

  it('is broken where it loses others', async () => {
    const lossy = await verdictsOn((sort, offset, limit) => {
      const begin = sort === 'name' && offset > 0 ? offset + 1 : offset;
      const sorted = sortedBy(sort, ({ id }) => id);
      return [...sorted.slice(begin), ...sorted.slice(0, begin - offset)].slice(0, limit);
    });
    expect(lossy[0]).toBe('fail');
  });
});
