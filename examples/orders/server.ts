// The orders of a shop, in memory. `node examples/orders/server.ts 8082` starts it (Node 24); the token is `orders-token`.

import { hash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Customer {
  name: string;
  email?: string | null;
}

interface Order {
  uuid: string;
  customer: Customer;
  amount: number;
  tags: string[];
  remark: string | null;
  state: string;
  placed_at: string;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Asked {
  query: URLSearchParams;
  id: string;
  body: () => Promise<Record<string, unknown>>;
}

const token = 'orders-token';
const states = ['open', 'paid', 'cancelled'];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

class Invalid extends Error {}

/** Says whether a text is a timestamp of a day that exists: `Date.parse` takes February 30 for March 2. */
function isTimestamp(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  return (
    day !== undefined &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}

function demand(isTrue: boolean, title: string): void {
  if (!isTrue) throw new Invalid(title);
}

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && [...value].length >= least && [...value].length <= most;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const checks: Record<string, (value: unknown) => boolean> = {
  customer: (value) =>
    isRecord(value) &&
    isText(value.name, 1, 80) &&
    (value.email === undefined || value.email === null || /^[^@\s]+@[^@\s]+$/.test(String(value.email))),
  amount: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000,
  tags: (value) =>
    Array.isArray(value) &&
    value.length <= 5 &&
    value.every((tag) => typeof tag === 'string' && /^[a-z]{1,20}$/.test(tag)),
  remark: (value) => value === null || isText(value, 0, 280),
  state: (value) => typeof value === 'string' && states.includes(value),
};

/** Demands that `fields` has only fields of `allowed`, each with a valid value. */
function checkFields(fields: Record<string, unknown>, allowed: string[]): void {
  for (const [name, value] of Object.entries(fields)) {
    demand(allowed.includes(name), `${name} is not a field that can be set`);
    demand(checks[name]?.(value) === true, `${name} is not valid`);
  }
}

/** The version of an order, as a header. */
function tagOf(order: Order): string {
  return `"${hash('sha256', JSON.stringify(order)).slice(0, 16)}"`;
}

/** Says whether a header lists the version of an order; `*` is that of any. */
function lists(header: string, order: Order): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(tagOf(order));
}

function numberIn(query: URLSearchParams, name: string, most: number, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  demand(
    /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most,
    `${name} is not a number from 1 to ${most}`,
  );
  return Number(text);
}

function choiceIn(query: URLSearchParams, name: string, options: string[], otherwise: string): string {
  const value = query.get(name) ?? otherwise;
  demand(options.includes(value), `${name} is not one of ${options.join(', ')}`);
  return value;
}

function matching(orders: Order[], query: URLSearchParams): Order[] {
  const state = choiceIn(query, 'state', states, 'open');
  const customer = query.get('customer');
  const since = query.get('since');
  demand(since === null || isTimestamp(since), 'since is not a timestamp');
  return orders.filter(
    (order) =>
      order.state === state &&
      (customer === null || order.customer.name === customer) &&
      (since === null || Date.parse(order.placed_at) >= Date.parse(since)),
  );
}

function inOrder(orders: Order[], query: URLSearchParams): Order[] {
  const sort = choiceIn(query, 'sort', ['placed_at', 'amount'], 'placed_at');
  const direction = choiceIn(query, 'direction', ['asc', 'desc'], 'desc');
  const key = (order: Order): number => (sort === 'amount' ? order.amount : Date.parse(order.placed_at));
  const rising = orders.toSorted((one, other) => key(one) - key(other) || (one.uuid < other.uuid ? -1 : 1));
  return direction === 'asc' ? rising : rising.reverse();
}

function linksOf(query: URLSearchParams, page: number, last: number): string {
  const pages: Record<string, number> = { first: 1, last };
  if (page > 1) pages.prev = page - 1;
  if (page < last) pages.next = page + 1;
  return Object.entries(pages)
    .map(([relation, number]) => {
      const linked = new URLSearchParams(query);
      linked.set('page', String(number));
      return `</orders?${linked}>; rel="${relation}"`;
    })
    .join(', ');
}

/** Returns a shop of 40 orders, 25 of which are open. */
export function server(): Server {
  const stored = new Map<string, Order>();
  const names = ['Ada', 'ada', 'Ada Long', 'Ben', 'Cleo'];
  for (let index = 0; index < 40; index++) {
    const order = {
      uuid: randomUUID(),
      customer: {
        name: names[index % names.length] ?? '',
        email: index % 3 === 0 ? null : `c${index}@example.com`,
      },
      amount: ((index * 731) % 13) * 250,
      tags: index % 4 === 0 ? ['gift'] : [],
      remark: index % 5 === 0 ? `Remark ${index}` : null,
      state: states[index % 8 < 5 ? 0 : (index % 2) + 1] ?? '',
      placed_at: new Date(Date.UTC(2026, 0, 1 + (index >> 1), 12)).toISOString(),
    };
    stored.set(order.uuid, order);
  }

  const routes: Record<string, (asked: Asked) => Reply | Promise<Reply>> = {
    'GET /orders': ({ query }) => {
      const size = numberIn(query, 'per_page', 100, 30);
      const page = numberIn(query, 'page', 999_999_999, 1);
      const found = inOrder(matching([...stored.values()], query), query);
      const last = Math.max(1, Math.ceil(found.length / size));
      return {
        status: 200,
        headers: {
          'x-total-count': String(found.length),
          'x-total-pages': String(Math.ceil(found.length / size)),
          link: linksOf(query, page, last),
        },
        body: found.slice((page - 1) * size, page * size),
      };
    },
    'POST /orders': async ({ body }) => {
      const fields = await body();
      demand(
        fields.customer !== undefined && fields.amount !== undefined,
        'customer and amount are required',
      );
      checkFields(fields, ['customer', 'amount', 'tags', 'remark']);
      const { name, email } = fields.customer as Customer;
      const order: Order = {
        uuid: randomUUID(),
        customer: email === undefined ? { name } : { name, email },
        amount: Number(fields.amount),
        tags: (fields.tags as string[] | undefined) ?? [],
        remark: (fields.remark as string | undefined) ?? null,
        state: 'open',
        placed_at: new Date().toISOString(),
      };
      stored.set(order.uuid, order);
      return { status: 201, headers: { location: `/orders/${order.uuid}` }, body: order };
    },
    'GET /orders/ID': ({ id }) => {
      const order = stored.get(id);
      return order ? { status: 200, body: order } : { status: 404 };
    },
    'PATCH /orders/ID': async ({ id, body }) => {
      const order = stored.get(id);
      if (!order) return { status: 404 };
      const fields = await body();
      checkFields(fields, ['amount', 'state', 'remark']);
      const changed = { ...order, ...fields };
      stored.set(id, changed);
      return { status: 200, body: changed };
    },
    'DELETE /orders/ID': ({ id }) => ({ status: stored.delete(id) ? 204 : 404 }),
  };

  async function respond(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://orders');
    const [, id] = /^\/orders\/([^/]+)$/.exec(url.pathname) ?? [];
    const route = routes[`${request.method} ${id === undefined ? url.pathname : '/orders/ID'}`];
    if (!route) return { status: 404 };
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
    if (id !== undefined && !uuid.test(id)) return { status: 404 };
    const body = async (): Promise<Record<string, unknown>> => {
      let text = '';
      for await (const part of request.setEncoding('utf8')) text += part;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {}
      if (!isRecord(value)) throw new Invalid('the body is not a JSON object');
      return value;
    };
    const known = stored.get((id ?? '').toLowerCase());
    const { 'if-match': expected, 'if-none-match': seen } = request.headers;
    if (known && expected !== undefined && !lists(expected, known)) return { status: 412 };
    if (known && request.method === 'GET' && seen !== undefined && lists(seen, known))
      return { status: 304, headers: { etag: tagOf(known) } };
    const reply = await route({ query: url.searchParams, id: (id ?? '').toLowerCase(), body });
    const isOrder = isRecord(reply.body) && request.method !== 'POST';
    return isOrder ? { ...reply, headers: { ...reply.headers, etag: tagOf(reply.body as Order) } } : reply;
  }

  return createServer((request, response) => {
    const write = ({ status, headers, body }: Reply, type = 'application/json'): void => {
      response.writeHead(status, { ...headers, ...(body === undefined ? {} : { 'content-type': type }) });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    respond(request).then(write, (error: unknown) => {
      if (error instanceof Invalid)
        write({ status: 422, body: { title: error.message } }, 'application/problem+json');
      else write({ status: 500 });
    });
  });
}

if (import.meta.main) {
  const orders = server().listen(Number(process.argv[2] ?? 8082), '127.0.0.1', () => {
    process.stdout.write(`listening on http://127.0.0.1:${(orders.address() as AddressInfo).port}\n`);
  });
}
