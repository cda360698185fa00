import { expect, it } from 'vitest';
import { tryProposals } from '../../conformance/target/try-proposals.ts';
import { proposalsIn } from '../../src/contract/proposals.ts';
import { listOfProposals } from '../../src/contract/propose/proposal.ts';
import { type Json, objectIn } from '../../src/json/json.ts';

const text = { type: 'string' };
const songs = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  language: index % 3 === 0 ? 'de' : 'en',
  title: `${index % 2 === 0 ? 'Song' : 'Tune'} ${index}`,
  length: 100 + index,
}));

const document = (description: string) => ({
  openapi: '3.1.1',
  paths: {
    '/songs': {
      get: {
        parameters: ['limit', 'cursor', 'language', 'minLength', 'q'].map((name) => ({
          name,
          in: 'query',
          ...(name === 'q' ? { description } : {}),
          schema: ['limit', 'minLength'].includes(name) ? { type: 'integer' } : text,
        })),
        responses: {
          '200': {
            description: 'd',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: {
                      type: 'array',
                      items: {
                        type: 'object',
                        properties: {
                          id: { type: 'integer' },
                          language: text,
                          title: text,
                          length: { type: 'integer' },
                        },
                      },
                    },
                    nextCursor: text,
                    next: { type: ['string', 'null'] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

type Server = { readonly next?: string; readonly translates?: boolean; readonly searches?: string };

/** What is proposed of a listing once its server was asked. */
async function tried({ next = '', translates = false, searches = 'title' }: Server, description = '') {
  const [listing] = proposalsIn(document(description));
  if (!listing) throw new Error('nothing is proposed');
  const ask = async (query: string) => {
    const sent = new URLSearchParams(query);
    const found = songs.filter(
      (song) =>
        (translates || [null, song.language].includes(sent.get('language'))) &&
        song.length >= Number(sent.get('minLength') ?? 0) &&
        String(song[searches as 'title']).includes(sent.get('q') ?? ''),
    );
    const [begin, limit] = [Number(sent.get('cursor') ?? 0), Number(sent.get('limit') ?? 10)];
    const isLast = begin + limit >= found.length;
    const body: Json = {
      items: found.slice(begin, begin + limit),
      nextCursor: isLast ? null : String(begin + limit),
      next: isLast ? null : `${next}${begin + limit}`,
    };
    return { body, header: () => undefined };
  };
  return tryProposals(listing, ask, () => undefined);
}

it.each([
  ['https://api.example.com/songs?cursor=', { next: '/next' }],
  ['/songs?cursor=', { next: '/next' }],
  ['?cursor=', { next: '/next' }],
  ['', undefined],
])('tells a link to the next page from a token: %s', async (next, links) => {
  expect(listOfProposals((await tried({ next })).proposals).links).toEqual(links);
});

it('takes for a filter what filters, whatever else its name may mean', async () => {
  const { proposals, questions } = await tried({});
  expect(listOfProposals(proposals).filter).toMatchObject({
    queryables: { language: '/language', length: '/length' },
    operators: { eq: { means: 'eq', on: ['language'] } },
  });
  const translating = await tried({ translates: true });
  expect(listOfProposals(translating.proposals).filter).not.toHaveProperty('queryables.language');
  for (const { asks } of [...questions, ...translating.questions]) expect(asks).not.toContain('language');
});

it('proposes no order that nothing promises', async () => {
  const { proposals } = await tried({});
  expect(proposals.find(({ keyword }) => keyword[0] === 'order')).toMatchObject({ sure: 'possible' });
  expect(listOfProposals(proposals)).not.toHaveProperty('order');
});

it.each([
  ['Part of the title', 'title', ['q']],
  ['Part of the title', 'language', []],
  ['Part of the title or the language', 'title', []],
])(
  'takes for a search in one field what is described so, and finds so: %s, in %s',
  async (description, searches, found) => {
    const { proposals, questions } = await tried({ searches }, description);
    const list = listOfProposals(proposals);
    expect(Object.keys(objectIn(list, 'filter', 'operators')).filter((name) => name === 'q')).toEqual(found);
    expect(questions.filter(({ asks }) => asks.includes('`q` filter by'))).toEqual([]);
  },
);
