import { expect, it } from 'vitest';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkListing } from '../check-of.ts';
import { listingAt, loadDocument } from '../contract/own-contract.ts';

const contract = await loadDocument(
  listingAt('/episodes', 'listEpisodes', {
    list: `items: /data, identifier: /id, offset: offset, pageSize: limit, filter: {
      template: '{attribute}={value}',
      queryables: { explicit: /explicit, show: /show, seconds: /seconds, title: /title },
      operators: {
        eq: { means: eq, on: [explicit, show] },
        least: { means: ge, on: [seconds], template: 'least={value}' },
        q: { means: contains, on: [title], template: 'q={value}' } } }`,
    query: {
      offset: 'type: integer, minimum: 0',
      limit: 'type: integer, minimum: 1, maximum: 100',
      show: 'type: string',
      explicit: 'type: boolean',
      least: 'type: integer',
      q: 'type: string',
    },
    page: `type: object, properties: { data: { type: array, items: {
      type: object, required: [id, show, explicit, seconds, title],
      properties: { id: { type: string }, show: { type: string }, explicit: { type: boolean }, seconds: { type: integer }, title: { type: string } } } } }`,
  }),
);

// Each title is that of one episode, so two conditions are told apart by a part of it only.
const records = Array.from({ length: 40 }, (_, index) => ({
  id: `e${index}`,
  show: `show-${index % 4}`,
  explicit: index % 3 === 0,
  seconds: 600 + (index % 7) * 60,
  title: `${index % 5 < 2 ? 'Winter' : 'Summer'} ${String.fromCharCode(97 + (index % 26))}${index}`,
}));

/** Serves episodes; a fault ignores a parameter beside another, or beside one only. */
async function served(
  ignored?: string,
  beside?: string,
  shown = records,
): Promise<{ transport: Transport; sent: string[][] }> {
  const data = await loadSampleData(contract, { collections: [{ list: 'listEpisodes', records: shown }] });
  const stub = createStub({ ...data, seed: 'joined', journal: false }).transport;
  const sent: string[][] = [];
  const transport: Transport = (request) => {
    const url = new URL(request.target, 'http://server');
    const names = [...url.searchParams.keys()].filter((name) => !['limit', 'offset'].includes(name));
    sent.push(names);
    if (ignored !== undefined && names.length > 1 && names.includes(beside ?? ignored))
      url.searchParams.delete(ignored);
    return stub({ ...request, target: url.pathname + url.search });
  };
  return { transport, sent };
}

async function checked(transport: Transport, name = 'filter-both') {
  const { results } = await checkListing(contract, 'listEpisodes', transport, { seed: 1 });
  return results.find(({ rule }) => rule === `listEpisodes/${name}`);
}

it('each filter is joined with each other one', async () => {
  const { transport, sent } = await served();
  expect(await checked(transport)).toMatchObject({ verdict: 'pass' });
  const joined = new Set(sent.filter((names) => names.length === 2).map((names) => names.toSorted().join()));
  expect([...joined].toSorted()).toEqual([
    ...['explicit,least', 'explicit,q', 'explicit,show', 'least,q', 'least,show', 'q,show'],
  ]);
});

it.each([
  ['least', 'q'],
  ['q', 'least'],
  ['show', 'explicit'],
])('a server that ignores %s beside %s only fails', async (ignored, beside) => {
  const { transport } = await served(ignored, beside);
  expect(await checked(transport)).toMatchObject({ verdict: 'fail', level: 'must' });
});

it.each(['explicit', 'show', 'least', 'q'])(
  'a server that ignores %s beside another filter fails',
  async (ignored) => {
    const { transport } = await served(ignored);
    expect(await checked(transport)).toMatchObject({ verdict: 'fail', level: 'must' });
  },
);

it('a bound is sought that finds no more than a page shows', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    id: `e${index}`,
    show: 'show-1',
    explicit: false,
    seconds: index < 110 ? 900 : 1000 + index,
    title: 'Winter',
  }));
  const { transport } = await served(undefined, undefined, many);
  expect(await checked(transport, 'filter-ge-seconds-all')).toMatchObject({ verdict: 'pass' });
});
