import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import { type HttpRequest, type HttpResponse, isLost, type Transport } from '../../src/http/exchange.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { runAgainst } from '../check-of.ts';
import { sampled } from '../seed.ts';
import { contract } from './books.ts';
import { type Deviation, serveBooks } from './books-server.ts';

type Form = Deviation & {
  /** Changes the response to a request about one book. */
  readonly answer?: (request: HttpRequest, response: HttpResponse) => HttpResponse;
  /** The status with which it rejects each deletion. */
  readonly rejects?: number;
  /** Whether it returns a changed book as it is after all requests that came with that one. */
  readonly rereads?: boolean;
  /** How often a reading or a listing shows what it showed before, after each request that changed something. */
  readonly late?: number;
};

const empty = (response: HttpResponse, status: number): HttpResponse => ({
  ...response,
  status,
  headers: [],
  body: new Uint8Array(),
});

const on =
  (method: string, change: (response: HttpResponse) => HttpResponse): NonNullable<Form['answer']> =>
  (request, response) =>
    request.method === method && response.status <= 299 ? change(response) : response;

const bookIn = ({ body }: HttpResponse): JsonObject => {
  const read = JSON.parse(Buffer.from(body).toString()) as unknown;
  return isObject(read) ? read : {};
};

const withFields = (response: HttpResponse, fields: JsonObject): HttpResponse => ({
  ...response,
  body: Buffer.from(JSON.stringify({ ...bookIn(response), ...fields })),
});

/** What conforming servers do, which must break no rule that is a must. */
const forms: Readonly<Record<string, Form>> = {
  'returns 410 for what was deleted': {
    answer: (_request, response) => (response.status === 404 ? { ...response, status: 410 } : response),
  },
  'returns 403 for what does not exist': {
    answer: (_request, response) => (response.status === 404 ? { ...response, status: 403 } : response),
  },
  'returns 200 and a text for a deletion': {
    answer: on('DELETE', (response) => ({
      ...response,
      status: 200,
      headers: [['content-type', 'text/plain']],
      body: Buffer.from('gone'),
    })),
  },
  'returns 202 for a deletion': { answer: on('DELETE', (response) => ({ ...response, status: 202 })) },
  'accepts a second deletion': {
    answer: ({ method }, response) => (method === 'DELETE' ? empty(response, 204) : response),
  },
  'rejects each deletion with 409': { rejects: 409 },
  'rejects each deletion with 405': { rejects: 405 },
  'returns no body for a replacement': { answer: on('PUT', (response) => empty(response, 204)) },
  'returns no body for an update': { answer: on('PATCH', (response) => empty(response, 204)) },
  'reads a book again before it returns what changed': { rereads: true },
  'counts readings in a further field': (() => {
    let readings = 0;
    return { answer: on('GET', (response) => withFields(response, { readings: ++readings })) };
  })(),
  'says when a book was changed': {
    answer: (request, response) =>
      on(request.method, (one) =>
        one.body.byteLength > 0 ? withFields(one, { changed: new Date().toISOString() }) : one,
      )(request, response),
  },
  'shows changes after two more readings': { late: 2 },
  'shows changes after four more readings': { late: 4 },
  'shows a new book at the third reading only': (() => {
    const readings = new Map<number, number>();
    return {
      read: (id, { ours }, book) => {
        const count = (readings.get(id) ?? 0) + 1;
        readings.set(id, count);
        return ours.has(id) && count < 3 ? 'none' : book;
      },
    };
  })(),
  'gives ids of deleted books again': {
    nextId: ({ ours, theirs }) => Math.max(...ours.keys(), ...theirs.keys()) + 1,
  },
  'gives the smallest free id': {
    nextId: ({ ours, theirs }) => {
      let id = 1;
      while (ours.has(id) || theirs.has(id)) id += 1;
      return id;
    },
  },
  'lists the newest book first': { listed: (all) => all.toReversed() },
};

/** Serves a form; while changes are late, readings show what they showed before. */
function serve({
  answer = (_request, response) => response,
  rejects,
  rereads,
  late = 0,
  ...deviation
}: Form) {
  const { transport, shelf } = serveBooks(deviation);
  const known = new Map<string, HttpResponse>();
  const stale = new Map<string, number>();
  const served: Transport = async (request) => {
    const { method, target } = request;
    if (method === 'DELETE' && rejects !== undefined)
      return { status: rejects, headers: [], body: new Uint8Array(), ms: 1 };
    if (method === 'GET' && late > 0) {
      const before = known.get(target);
      const left = stale.get(target) ?? 0;
      if (before && left > 0) {
        stale.set(target, left - 1);
        return before;
      }
    }
    const response = await transport(request);
    if (isLost(response)) return response;
    if (rereads && ['PUT', 'PATCH'].includes(method) && response.status === 200) {
      await setImmediate();
      return transport({ ...request, method: 'GET', body: new Uint8Array() });
    }
    if (method === 'GET') known.set(target, response);
    else if (response.status <= 299) for (const one of known.keys()) stale.set(one, late);
    return target.startsWith('/books/') ? answer(request, response) : response;
  };
  return { transport: served, shelf };
}

it.each(sampled(Object.keys(forms), 6))('a server conforms that %s', async (name) => {
  const { transport, shelf } = serve(forms[name] ?? {});
  const { results } = await runAgainst(contract, transport, {});
  const broken = results.filter(
    ({ verdict, level }) => verdict === 'error' || (verdict === 'fail' && level === 'must'),
  );
  expect(broken.map((one) => `${one.rule}: ${wordsOfResult(one).why}`)).toEqual([]);
  expect([...shelf.theirs.keys()]).toEqual([1, 2, 3, 4, 5]);
  expect(results.find(({ rule }) => rule === 'getBook/as-created')?.verdict).toBe('pass');
});

it('a record is deleted twice where 403 says that it does not exist', async () => {
  const { transport } = serve(forms['returns 403 for what does not exist'] ?? {});
  const { results } = await runAgainst(contract, transport, {});
  const verdicts = new Map(results.map(({ rule, verdict }) => [rule, verdict]));
  expect([...verdicts].filter(([, verdict]) => verdict === 'inconclusive')).toEqual([]);
  for (const rule of ['deleteBook/again-not-crash', 'updateBook/not-after-deletion'])
    expect([rule, verdicts.get(rule)]).toEqual([rule, 'pass']);
});

it('the lives of new books that show only after some time are tested', async () => {
  const { transport } = serve(forms['shows a new book at the third reading only'] ?? {});
  const { results } = await runAgainst(contract, transport, {});
  const lives = ['replaceBook/accepted', 'replaceBook/shown', 'updateBook/shown', 'deleteBook/gone'];
  const passed = results.flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : []));
  expect(lives.filter((rule) => !passed.includes(rule))).toEqual([]);
});

it('an entry of a listing that is no record is counted in its total', async () => {
  const { transport } = serveBooks({ listed: (all) => [...all, ['Emma']] });
  const { results } = await runAgainst(
    contract,
    transport,
    {},
    { selected: new Set(['createBook/total-kept']) },
  );
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
});
