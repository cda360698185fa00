import { describe, expect, it } from 'vitest';
import { tryProposals } from '../../conformance/target/try-proposals.ts';
import type { OperationProposal } from '../../src/contract/proposals.ts';
import { suggested } from '../../src/contract/propose/proposal.ts';
import type { Json, Path } from '../../src/json/json.ts';

type Book = { readonly id: number; readonly title: string; readonly pages: number };

const books: readonly Book[] = [
  ['Harbour', 300], ['Night, and day', 120], ['Night train', 200], ['Harbour', 90], ['The long way', 500],
].map(([title, pages], index) => ({ id: index + 1, title: String(title), pages: Number(pages) })); // biome-ignore format: one glance

const inFilter = (keyword: Path, value: Json) => suggested(['filter', ...keyword], value, 'its name');

const listing: OperationProposal = {
  id: 'listBooks',
  method: 'get',
  url: '/books',
  path: ['paths', '/books', 'get'],
  questions: [],
  unasked: [],
  proposals: [
    suggested(['items'], '/books', 'its name'),
    suggested(['identifier'], '/id', 'its name'),
    suggested(['total'], '/count', 'its name'),
    inFilter(['template'], '{attribute}={value}'),
    inFilter(['queryables', 'title'], '/title'),
    inFilter(['queryables', 'pages'], '/pages'),
    inFilter(['operators', 'eq'], { means: 'eq', on: ['title'] }),
    inFilter(['operators', 'max'], { means: 'le', template: 'max={value}', on: ['pages'] }),
    inFilter(['operators', 'over'], { means: 'gt', template: 'over={value}', on: ['pages'] }),
    inFilter(['operators', 'q'], { means: 'contains', template: 'q={value}', on: ['title'] }),
  ],
};

type Filters = Readonly<Record<string, (book: Book, value: string) => boolean>>;

const right: Filters = {
  title: ({ title }, value) => title === value,
  max: ({ pages }, value) => pages <= Number(value),
  over: ({ pages }, value) => pages > Number(value),
  q: ({ title }, value) => title.includes(value),
};

type Server = {
  readonly filters?: Filters;
  /** The filter that it rejects. */
  readonly rejects?: string;
  readonly countsAll?: boolean;
  readonly shown?: readonly Book[];
};

/** What is said of the filters of a listing after its server was tried, and the questions about them. */
async function saidOf(server: Server): Promise<Readonly<Record<string, string>>> {
  const { filters = {}, rejects, countsAll = false, shown = books } = server;
  const { proposals, questions } = await tryProposals(
    listing,
    async (query) => {
      const [[name = '', value = ''] = []] = new URLSearchParams(query);
      if (name === rejects) return undefined;
      const holds = { ...right, ...filters }[name] ?? (() => true);
      const found = shown.filter((book) => holds(book, value));
      const count = countsAll ? shown.length : found.length;
      return { body: { books: found as unknown as Json[], count }, header: () => undefined };
    },
    () => undefined,
  );
  const asked = new Map(questions.map(({ keyword, asks }) => [keyword.join('.'), asks]));
  return Object.fromEntries(
    proposals.map(({ keyword, why, sure }) => {
      const name = keyword.join('.').replace(/^filter\.(queryables|operators)\./, '');
      return [name, asked.get(keyword.join('.')) ?? `${sure}: ${why}`];
    }),
  );
}

const ask = (why: string, lines: string) =>
  `${why}. If the server is wrong, state ${lines} (without "# "), and a check will report it; if not, correct it. Until then it is not checked.`;
const ofTitle = (why: string) => ({ title: ask(why, 'this line, and title in "on" of eq') });
const bounded = (name: string, why: string, attribute = 'pages') => ({
  [name]: ask(why, `this line, and that of ${attribute} in queryables`),
});

describe('a filter of a server', () => {
  it('is confirmed by what it finds', async () => {
    expect(await saidOf({})).toMatchObject({
      title: 'seen: title=Harbour returns only records with this value',
      // Its operator is for the title only.
      pages: 'seen: max=200 returns only records within this bound',
      max: 'seen: max=200 returns only records within this bound',
      over: 'seen: over=200 returns only records within this bound',
      q: 'seen: q=Harbour returns only records that contain it',
    });
  });

  it.each<readonly [string, Server, Readonly<Record<string, string>>]>([
    ['is rejected', { rejects: 'title' }, ofTitle('the server rejects title=Harbour')],
    ['is ignored', { filters: { title: () => true } }, ofTitle('title=Harbour returns 3 of 5 records with another value')],
    ['finds nothing', { filters: { title: () => false } }, ofTitle('title=Harbour returns nothing, although a record has this value')],
    ['searches', { filters: { title: ({ title }, value) => title.includes(value) } }, ofTitle('a filter for a part of the value finds the record, too, so it may mean contains')],
    ['for a bound is rejected', { rejects: 'max' }, bounded('max', 'the server rejects max=200')],
    ['for a bound leaves it out', { filters: { max: ({ pages }, value) => pages < Number(value) } }, bounded('max', 'max=200 does not return a record with pages 200')],
    ['for more than a bound has it', { filters: { over: ({ pages }, value) => pages >= Number(value) } }, bounded('over', 'over=200 returns 1 of 3 records outside this bound')],
    ['for a part is ignored', { filters: { q: () => true } }, bounded('q', 'q=Harbour returns 3 of 5 records without it', 'title')],
  ])('that %s is doubted', async (_, server, said) => {
    expect(await saidOf(server)).toMatchObject(said);
  }); // biome-ignore format: a server a row

  it('tells by the total whether it counts what is found', async () => {
    expect((await saidOf({})).total).toBe('seen: the server returns 5, and 2 with title=Harbour');
    expect((await saidOf({ countsAll: true })).total).toBe(
      'Does /count count all records? It stays 5 with title=Harbour. If that is meant, write { at: /count, counts: all }; otherwise a check will find it.',
    );
  });

  it.each<readonly [string, readonly Book[], string]>([
    ['all records have', books.map((book) => ({ ...book, title: 'Harbour' })), 'likely: its name'],
    ['has a comma', books.map((book) => ({ ...book, title: `${book.title}, a novel` })), 'seen: q=Harbour returns only records that contain it'],
    ['is empty', books.map((book, index) => ({ ...book, title: index < 4 ? '' : 'Night' })), 'seen: title=Night returns only records with this value'],
  ])('is tried with no value that %s', async (_, shown, said) => {
    expect((await saidOf({ shown })).title).toBe(said);
  }); // biome-ignore format: a value a row

  it('for a bound is tried where there are three values', async () => {
    const pages = (most: number) => books.map((book, index) => ({ ...book, pages: Math.min(index, most) }));
    expect((await saidOf({ shown: pages(1) })).max).toBe('likely: its name');
    expect((await saidOf({ shown: pages(2) })).max).toBe(
      'seen: max=1 returns only records within this bound',
    );
  });
});
