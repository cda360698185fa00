// The events of an account, in memory. `node examples/events/server.ts 8083` starts it (Node 24); the user is `events`, the password `secret`.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Event {
  id: string;
  stream: string;
  type: string;
  actor: string;
  amount?: number;
  happened_at: string;
}

/** What an event is sorted by: its key, and its id where keys are equal. A cursor is that of the last event of a page. */
type Place = readonly [key: string | number | null, id: string];

const credentials = `Basic ${Buffer.from('events:secret').toString('base64')}`;
const types = ['created', 'paid', 'refunded', 'closed'];

class Rejected extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Says whether a text is a timestamp of a day that exists: `Date.parse` takes February 30 for March 2. */
function isTimestamp(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  return (
    day !== undefined &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  );
}

function demand(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Rejected(400, message);
}

const fields: Record<string, (value: unknown) => boolean> = {
  stream: (value) => typeof value === 'string' && /^[a-z][a-z-]{0,29}$/.test(value),
  type: (value) => typeof value === 'string' && types.includes(value),
  actor: (value) => typeof value === 'string' && [...value].length >= 1 && [...value].length <= 40,
  amount: (value) => value === undefined || Number.isFinite(value),
  happened_at: (value) => typeof value === 'string' && isTimestamp(value),
  secret: (value) => value === undefined || (typeof value === 'string' && [...value].length <= 40),
};

/** What each attribute is compared by: `undefined` where an event does not have it. */
const keys: Record<string, (event: Event) => string | number | undefined> = {
  type: (event) => event.type,
  actor: (event) => event.actor,
  amount: (event) => event.amount,
  happened_at: (event) => Date.parse(event.happened_at),
};

const operators: Record<string, (key: string | number, value: string | number, text: string) => boolean> = {
  eq: (key, value) => key === value,
  ne: (key, value) => key !== value,
  in: (key, _value, text) => text.split(',').includes(String(key)),
  gt: (key, value) => key > value,
  gte: (key, value) => key >= value,
  lt: (key, value) => key < value,
  lte: (key, value) => key <= value,
  startswith: (key, value) => String(key).startsWith(String(value)),
};

function comparable(attribute: string, text: string): string | number {
  if (attribute === 'amount') {
    demand(text.trim() !== '' && Number.isFinite(Number(text)), 'amount is not a number');
    return Number(text);
  }
  if (attribute === 'happened_at') {
    demand(isTimestamp(text), 'happened_at is not a timestamp');
    return Date.parse(text);
  }
  if (attribute === 'type')
    demand(
      text.split(',').every((type) => types.includes(type)),
      'type is unknown',
    );
  return text;
}

/** Returns the conditions of a query, such as `amount[gte]=10`. */
function conditionsOf(query: URLSearchParams): ((event: Event) => boolean)[] {
  return [...query].flatMap(([name, text]) => {
    const [, attribute = '', operator = ''] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    const key = keys[attribute];
    const holds = operators[operator];
    if (!name.includes('[')) return [];
    demand(key !== undefined && holds !== undefined, `${name} is not a filter`);
    const value = comparable(attribute, text);
    return [
      (event: Event) => {
        const found = key(event);
        return found !== undefined && holds(found, value, text);
      },
    ];
  });
}

function compare([key, id]: Place, [otherKey, otherId]: Place): number {
  if (key !== otherKey) {
    if (key === null) return 1;
    if (otherKey === null) return -1;
    return key < otherKey ? -1 : 1;
  }
  return id < otherId ? -1 : Number(id > otherId);
}

function placeIn(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === 2 && typeof place[1] === 'string')
      return [place[0], place[1]];
  } catch {}
  throw new Rejected(400, 'the cursor is not one of ours');
}

function list(events: Event[], query: URLSearchParams): unknown {
  const stream = query.get('stream');
  demand(fields.stream?.(stream) === true, 'stream is missing or not valid');
  const size = query.get('limit') ?? '10';
  demand(/^\d+$/.test(size) && Number(size) >= 1 && Number(size) <= 25, 'limit is not a number from 1 to 25');
  const sort = query.get('sort') ?? '';
  demand(/^(-?(happened_at|amount|actor))?$/.test(sort), 'sort is unknown');
  const key = keys[sort.replace('-', '')];
  const sign = sort.startsWith('-') ? -1 : 1;
  const placeOf = (event: Event): Place => [key?.(event) ?? null, event.id];
  const conditions = conditionsOf(query);
  const cursor = query.get('cursor');
  const after = cursor === null ? undefined : placeIn(cursor);
  const found = events
    .filter((event) => event.stream === stream)
    .filter((event) => conditions.every((holds) => holds(event)));
  const rest = found
    .toSorted((one, other) => sign * compare(placeOf(one), placeOf(other)))
    .filter((event) => after === undefined || sign * compare(placeOf(event), after) > 0);
  const page = rest.slice(0, Number(size));
  const last = page.at(-1);
  const more = rest.length > page.length;
  return {
    events: page,
    next_cursor: more && last ? Buffer.from(JSON.stringify(placeOf(last))).toString('base64url') : null,
    has_more: more,
    estimate: Math.round(found.length / 10) * 10,
  };
}

function eventIn(body: unknown, id: string): Event {
  demand(typeof body === 'object' && body !== null && 'event' in body, 'event is missing');
  const sent = body.event;
  demand(typeof sent === 'object' && sent !== null && !Array.isArray(sent), 'event is not an object');
  const given: Record<string, unknown> = { ...sent };
  for (const [name, isValid] of Object.entries(fields))
    demand(isValid(given[name]), `${name} is missing or not valid`);
  const { stream, type, actor, amount, happened_at } = given as unknown as Event;
  return { id, stream, type, actor, ...(amount === undefined ? {} : { amount }), happened_at };
}

/** Returns an account with 33 events in the stream `orders`, and 3 in the stream `returns`. */
export function server(): Server {
  const stored = new Map<string, Event>();
  const newId = (): string =>
    `evt_${(stored.size + 1_000_000).toString(36).padStart(6, '0')}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`;
  const actors = ['mia', 'Mia', 'mia long', 'tom', 'zoe', 'Änne'];
  for (let index = 0; index < 36; index++) {
    const event: Event = {
      id: newId(),
      stream: index < 33 ? 'orders' : 'returns',
      type: types[index % 4] ?? '',
      actor: actors[index % actors.length] ?? '',
      happened_at: new Date(Date.UTC(2026, 4, 1 + ((index * 5) % 11), 8)).toISOString(),
    };
    stored.set(event.id, index % 6 === 5 ? event : { ...event, amount: ((index * 17) % 23) * 5 - 10 });
  }

  async function respond(method: string, url: URL, read: () => Promise<string>): Promise<[number, unknown?]> {
    const [, id] = /^\/events\/([^/]+)$/.exec(url.pathname) ?? [];
    if (url.pathname !== '/events' && id === undefined) throw new Rejected(404, 'there is nothing here');
    if (id !== undefined) {
      const event = stored.get(id);
      if (!event) throw new Rejected(404, 'there is no such event');
      if (method === 'GET') return [200, { event }];
      if (method === 'DELETE') {
        stored.delete(id);
        return [204];
      }
    } else {
      if (method === 'GET') return [200, list([...stored.values()], url.searchParams)];
      if (method === 'POST') {
        let body: unknown;
        try {
          body = JSON.parse(await read());
        } catch {}
        const event = eventIn(body, newId());
        stored.set(event.id, event);
        return [201, { event }];
      }
    }
    throw new Rejected(405, 'this is not possible here');
  }

  return createServer(async (request, response) => {
    let [status, body]: [number, unknown?] = [500, { error: 'a fault of ours' }];
    try {
      if (request.headers.authorization !== credentials)
        throw new Rejected(401, 'the credentials are missing or wrong');
      const read = async (): Promise<string> => (await request.setEncoding('utf8').toArray()).join('');
      [status, body] = await respond(
        request.method ?? '',
        new URL(request.url ?? '/', 'http://events'),
        read,
      );
    } catch (error) {
      if (error instanceof Rejected) [status, body] = [error.status, { error: error.message }];
    }
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

if (import.meta.main) {
  const events = server().listen(Number(process.argv[2] ?? 8083), '127.0.0.1', () => {
    process.stdout.write(`listening on http://127.0.0.1:${(events.address() as AddressInfo).port}\n`);
  });
}
