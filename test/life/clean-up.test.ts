import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import type { Report } from '../../conformance/index.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { server } from '../../examples/events/server.ts';
import { loadContract } from '../../src/contract/load.ts';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  isLost,
  type Transport,
} from '../../src/http/exchange.ts';
import { loadFiles, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';
import { contract } from './books.ts';
import { serveBooks } from './books-server.ts';

const file = { baseUrl: 'http://localhost', token: 'any', writes: 'allow', settles: '0s' } as const;

const checkOf = (transport: Transport, signal?: AbortSignal): Promise<Report> =>
  runCheck(file, { contract, transport, ...(signal ? { signal } : {}) });

it.each(Array.from({ length: 20 }, (_, index) => 3 + 9 * index))(
  'leaves nothing that it does not name, if it is interrupted at request %i',
  async (interruptedAt) => {
    const { transport, shelf } = serveBooks();
    const interrupt = new AbortController();
    let requests = 0;
    const { created } = await checkOf(async (request) => {
      requests += 1;
      if (requests === interruptedAt) interrupt.abort();
      const response = await transport(request);
      // What was created is known only after some time.
      if (request.method === 'POST') for (let turn = 0; turn < 5; turn += 1) await setImmediate();
      return response;
    }, interrupt.signal);
    expect(requests).toBeGreaterThanOrEqual(interruptedAt);
    const named = new Set(created.map(({ id }) => id));
    expect([...shelf.ours.keys()].filter((id) => !named.has(String(id)))).toEqual([]);
    expect([...shelf.theirs.keys()]).toEqual([1, 2, 3, 4, 5]);
  },
);

it('deletes the events that nothing but their listing, by tokens, shows to be new', async () => {
  const events = server();
  await once(events.listen(0, '127.0.0.1'), 'listening');
  const { port } = events.address() as AddressInfo;
  const folder = new URL('../../examples/events/', import.meta.url);
  const target = {
    token: 'events:secret',
    writes: 'allow',
    collections: [{ at: { stream: 'orders' } }],
  } as const;
  const contract = await loadContract({ openapi: fileURLToPath(new URL('openapi.yaml', folder)) });
  const { created, headline } = await runCheck(
    { ...target, baseUrl: `http://127.0.0.1:${port}` },
    { contract },
  );
  events.close();
  expect(created).toEqual([]);
  expect(headline.verdict).toBe('conforms');
});

it.each([3, 10, 25, 60])('deletes what creation %i creates after an interrupt', async (interruptedAt) => {
  const { transport, shelf } = serveBooks();
  const interrupt = new AbortController();
  let creations = 0;
  const { created } = await checkOf(async (request) => {
    const response = await transport(request);
    if (request.method !== 'POST') return response;
    creations += 1;
    if (creations !== interruptedAt) return response;
    interrupt.abort();
    await setTimeout(100);
    return response;
  }, interrupt.signal);
  expect(creations).toBeGreaterThanOrEqual(interruptedAt);
  expect(created.map((one) => one.delete)).toEqual([]);
  expect([...shelf.ours.keys()].filter((id) => !created.some((one) => one.id === String(id)))).toEqual([]);
});

it('deletes a record only after the response to its last change', async () => {
  const { transport, shelf } = serveBooks();
  const interrupt = new AbortController();
  let changed = 0;
  const { created } = await checkOf(async (request) => {
    const response = await transport(request);
    const id = Number(request.target.split('/').at(-1));
    if (request.method === 'DELETE' && id !== changed) await setTimeout(20);
    const isChange = request.method === 'PUT' && !isLost(response) && response.status === 200;
    if (!isChange || interrupt.signal.aborted) return response;
    interrupt.abort();
    changed = id;
    for (const end = Date.now() + 200; Date.now() < end && shelf.ours.has(id); ) await setImmediate();
    return response;
  }, interrupt.signal);
  expect(interrupt.signal.aborted).toBe(true);
  expect([created.map((one) => one.delete), shelf.ours.size]).toEqual([[], 0]);
});

it('deletes at the pace of a server that lets ten deletions through in half a second', async () => {
  const { transport, shelf } = serveBooks();
  let [since, deletions] = [0, 0];
  const { created } = await checkOf(async (request) => {
    if (request.method !== 'DELETE') return transport(request);
    if (Date.now() - since > 500) [since, deletions] = [Date.now(), 0];
    deletions += 1;
    if (deletions <= 10) return transport(request);
    return { status: 429, headers: [['retry-after', '1']], body: new Uint8Array(), ms: 1 };
  });
  expect([created, shelf.ours.size]).toEqual([[], 0]);
}, 30_000);

const failure = { status: 500, headers: [], body: new Uint8Array(), ms: 1 };

it('deletes what a server deletes only under If-Match, whatever the contract says', async () => {
  const { transport, shelf } = serveBooks();
  const { created } = await checkOf((request) =>
    request.method === 'DELETE' && header(request.headers, 'if-match') === undefined
      ? Promise.resolve({ ...failure, status: 428 })
      : transport(request),
  );
  expect([created, shelf.ours.size]).toEqual([[], 0]);
});

const printed = (report: Report): string => terminal(report, { colours: coloursIf(false), verbose: false });

/** Returns instead of the server what it lacks; undefined for what it serves. */
type Lack = (request: HttpRequest, requests: number) => HttpResponse | undefined;

it.each<[string, Lack, number | undefined]>([
  ['deletes nothing', ({ method }) => (method === 'DELETE' ? failure : undefined), undefined],
  ['breaks a rule, too', ({ method }) => (/PUT|DELETE/.test(method) ? failure : undefined), undefined],
  ['deletes nothing after an interrupt', ({ method }, at) => (method === 'DELETE' && at > 150 ? failure : undefined), 150],
])('prints commands that delete what is left of a server that %s', async (_, lack, interruptedAt) => {
  const { transport, shelf } = serveBooks();
  const interrupt = new AbortController();
  let requests = 0;
  const report = await checkOf(async (request) => {
    requests += 1;
    if (requests === interruptedAt) interrupt.abort();
    return lack(request, requests) ?? transport(request);
  }, interrupt.signal);
  expect(shelf.ours.size).toBeGreaterThan(2);
  const commands = printed(report).matchAll(/^ {4}(curl -X DELETE '[^']+')/gm);
  expect([...commands].map(([, command]) => command).toSorted()).toEqual(
    [...shelf.ours.keys()].map((id) => `curl -X DELETE 'http://localhost/books/${id}'`).toSorted(),
  );
}); // biome-ignore format: one line a case

const body =
  'content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }';
/** What a server does not have, but a contract can delete. */
const pens = `
  /pens: { post: { requestBody: { ${body} }, responses: { '201': { description: A pen., ${body} } } } }
  /pens/{id}: { delete: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '204': { description: Gone. } } } }
`;

const deletion = / {4}delete:\n(?: {6}.*\n)+/;
const record = / {2}\/books\/\{id\}:\n(?: {4}.*\n)+/;

it.each<[string, RegExp, string, number, (ids: readonly number[]) => string]>([
  ['reads', deletion, '', 8, (ids) => ids.map((id) => `/books/${id}`).join(', ')],
  ['does not read', record, '', 8, (ids) => ids.join(', ')],
  ['does not read, of many', record, '', 300, () => '/books'],
  ['does not read, of many, if it deletes others', record, pens, 300, (ids) => ids.join(', ')],
])(
  'prints where a record is that the contract cannot delete and %s',
  async (_, left, more, maxWrites, named) => {
    const text = await readFile(new URL('books.yaml', import.meta.url), 'utf8');
    const withoutDeletion = await loadFiles({
      'books.yaml': text.replace(left, '').replace('paths:\n', () => `paths:${more || '\n'}`),
    });
    const { transport, shelf } = serveBooks();
    const report = await runCheck(file, { contract: withoutDeletion, transport, maxWrites });
    const ids = [...shelf.ours.keys()];
    const why = `createBook: the contract has no operation that deletes${more && ' it'}`;
    const said = printed(report).replaceAll(/\n {8}/g, ' ');
    expect(said).toContain(`\n    ${why} (${ids.length}): ${named(ids)}\n`);
  },
);

it('deletes what a creation returned before other text', async () => {
  const { transport, shelf } = serveBooks();
  await checkOf(async (request) => {
    const response = await transport(request);
    return request.method === 'POST' && !isLost(response) && response.status === 201
      ? { ...response, body: Buffer.concat([response.body, Buffer.from(' and more')]) }
      : response;
  });
  expect(shelf.log.some((line) => line.startsWith('POST'))).toBe(true);
  expect([...shelf.ours.keys()]).toEqual([]);
});

it('prints no command for a record of which it is not certain whose it is', async () => {
  const { transport } = serveBooks({ made: (_book, { theirs }) => theirs.get(4) ?? {} });
  const { created } = await checkOf(transport);
  expect(created.length).toBeGreaterThan(10);
  expect(created.filter((one) => one.delete !== undefined)).toEqual([]);
});

it('deletes what was created of a body with other text behind it', async () => {
  const { transport, shelf } = serveBooks();
  let read = 0;
  const { created } = await checkOf((request) => {
    const text = Buffer.from(request.body ?? []).toString();
    const end = text.lastIndexOf('}') + 1;
    if (request.method !== 'POST' || end === 0 || end === text.length) return transport(request);
    read += 1;
    return transport({ ...request, body: Buffer.from(text.slice(0, end)) });
  });
  expect(read).toBeGreaterThan(0);
  expect(created).toEqual([]);
  expect(shelf.ours.size).toBe(0);
});

it('deletes what a creation without a response created, if a listing shows it', async () => {
  const { transport, shelf } = serveBooks();
  let creations = 0;
  const { created } = await checkOf(async (request) => {
    const response = await transport(request);
    if (request.method !== 'POST' || isLost(response) || response.status !== 201) return response;
    creations += 1;
    return creations === 5 ? { lost: 'timeout', detail: 'no response in time', ms: 1 } : response;
  });
  expect([created, shelf.ours.size]).toEqual([[], 0]);
});

it.each([
  ['nothing', 404],
  ['what may be left', 200],
])(
  'names, of what was created below a deleted record, %s if no listing is stated and reading there returns %i',
  async (_, status) => {
    const responses = (status: number, schema: string): string =>
      `{ '${status}': { description: d, content: { application/json: { schema: ${schema} } } }, '404': { description: d } }`;
    const sent = '{ type: object, required: [name], properties: { name: { type: string } } }';
    const shown = '{ type: object, properties: { id: { type: integer }, name: { type: string } } }';
    const body = `{ content: { application/json: { schema: ${sent} } } }`;
    const cars = await loadPaths(`
  /cars:
    post: { operationId: createCar, requestBody: ${body}, responses: ${responses(201, shown)} }
  /cars/{car}:
    parameters: [{ name: car, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getCar, responses: ${responses(200, shown)} }
    delete: { operationId: deleteCar, responses: { '204': { description: d }, '404': { description: d } } }
  /cars/{car}/visits:
    parameters: [{ name: car, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listVisits, responses: ${responses(200, `{ type: array, items: ${shown} }`)} }
    post: { operationId: createVisit, requestBody: ${body}, responses: ${responses(201, shown)} }
`);
    const kept = new Map<string, object>();
    let visits = 0;
    let last = 1000;
    const transport: Transport = async ({ method, target, body: bytes }) => {
      const [, car, below] = /^\/cars(?:\/([^/]+)(\/visits)?)?$/.exec(target) ?? [];
      const known = car === undefined ? undefined : kept.get(car);
      if (car !== undefined && !known)
        return method === 'GET' && below ? jsonResponse(status, []) : jsonResponse(404, {});
      if (method === 'DELETE') kept.delete(String(car));
      if (method === 'DELETE') return { status: 204, headers: [], body: Buffer.from(''), ms: 1 };
      if (method === 'GET') return jsonResponse(200, below ? [] : (known ?? {}));
      let name: unknown;
      try {
        name = JSON.parse(Buffer.from(bytes ?? []).toString()).name;
      } catch {}
      if (typeof name !== 'string') return jsonResponse(400, {});
      if (below) visits += 1;
      else last += 1;
      const record = { id: below ? visits : last, name };
      if (!below) kept.set(String(record.id), record);
      return jsonResponse(201, record);
    };
    const { created } = await runCheck(file, { contract: cars, transport });
    expect(visits).toBeGreaterThan(0);
    const named = created.filter(({ operation }) => operation === 'createVisit');
    expect(named).toHaveLength(status === 404 ? 0 : visits);
  },
);
