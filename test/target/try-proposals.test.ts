import { expect, it } from 'vitest';
import { tryProposals } from '../../conformance/target/try-proposals.ts';
import { proposalsIn } from '../../src/contract/proposals.ts';
import { listOfProposals } from '../../src/contract/propose/proposal.ts';
import { type Json, type JsonObject, objectIn } from '../../src/json/json.ts';

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

/** What is proposed of the sorts of a listing whose file states some, once a server was asked that sorts by texts. */
async function triedSorts(sort: JsonObject, isRight = false) {
  const { openapi, paths } = document('');
  const { get } = paths['/songs'];
  const parameters = [...get.parameters, { name: 'sort', in: 'query', schema: sort }];
  const [listing] = proposalsIn({ openapi, paths: { '/songs': { get: { ...get, parameters } } } });
  if (!listing) throw new Error('nothing is proposed');
  const asked: string[] = [];
  const ask = async (query: string) => {
    const by = new URLSearchParams(query).get('sort') ?? String(sort.default ?? 'id');
    asked.push(by);
    const key = by.replace('-', '') as keyof (typeof songs)[number];
    const items = songs.toSorted((one, other) =>
      isRight && typeof one[key] === 'number'
        ? Number(one[key]) - Number(other[key])
        : String(one[key]) < String(other[key])
          ? -1
          : 1,
    );
    return { body: { items: by.startsWith('-') ? items.reverse() : items }, header: () => undefined };
  };
  const schemaOf = (name: string) => (name === 'sort' ? sort : undefined);
  const { proposals, questions } = await tryProposals(listing, ask, schemaOf);
  return { list: listOfProposals(proposals), questions: questions.map(({ asks }) => asks), asked };
}

it('leaves a sort that the file states, although the server does otherwise', async () => {
  const sort = { type: 'string', enum: ['id', '-id', 'length', '-length'] };
  const { list, questions } = await triedSorts(sort);
  expect(objectIn(list, 'sort', 'sortables')).toEqual({ id: '/id', length: '/length' });
  expect(questions).toContain(
    'with sort=id, the first 12 records are in no order of id. If the server is wrong, leave this line, and a check will report it; if not, correct or remove it.',
  );
});

it('asks for no sort that the schema of the parameter forbids', async () => {
  const sort = { type: 'string', enum: ['id', 'title', '-title', 'length'] };
  const { list, questions, asked } = await triedSorts(sort, true);
  expect(objectIn(list, 'sort', 'sortables')).toEqual({ id: '/id', title: '/title', length: '/length' });
  expect(questions.join()).not.toContain('sort');
  expect(asked).not.toContain('-id');
});

it.each([
  ['id', true, ['id asc']],
  ['-id', true, ['id desc']],
  ['-id', false, undefined],
])(
  'takes the default of a sort for the order, if the records are in it: %s, %s',
  async (stated, isRight, order) => {
    const sort = { type: 'string', enum: ['id', '-id'], default: stated };
    expect((await triedSorts(sort, isRight)).list.order).toEqual(order);
  },
);
