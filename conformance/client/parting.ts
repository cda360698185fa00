import { createHash } from 'node:crypto';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { secretsInCall } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { outcomeOf } from '../../src/stub/middleware/served.ts';

/** A request of a client, as a report shows it. */
export type ShownRequest = {
  /** Counted from 1. */
  readonly number: number;
  readonly method: string;
  /** Below the base URL; secrets are redacted. */
  readonly target: string;
  /** What it was answered: a status, or why no response was complete. */
  readonly answer: string;
};

/** Where two runs of a client part: a request, and its response in the later one. */
export type Parting = ShownRequest & {
  /** What the baseline was answered to the same request; absent if it did not send that request. */
  readonly baseline?: string;
};

/** What two runs are compared by. Exchanges of one run that are alike stand for each other, whatever their order. */
type Journal = { readonly exchanges: readonly Exchange[]; readonly prefix: string };

/** The first exchange of a run that its baseline does not have; undefined if the baseline has all of them. */
export function partingOf(baseline: Journal, run: Journal): Parting | undefined {
  const known = new Map<string, number>();
  const asked = new Map<string, Exchange>();
  for (const exchange of baseline.exchanges) {
    const key = `${requestForm(exchange, baseline.prefix)} ${answerForm(exchange)}`;
    known.set(key, (known.get(key) ?? 0) + 1);
    const request = requestForm(exchange, baseline.prefix);
    if (!asked.has(request)) asked.set(request, exchange);
  }
  for (const [index, exchange] of run.exchanges.entries()) {
    const request = requestForm(exchange, run.prefix);
    const key = `${request} ${answerForm(exchange)}`;
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    if (left > 0) continue;
    const before = asked.get(request);
    return {
      ...shownRequest(exchange, index + 1, run.prefix),
      ...(before ? { baseline: answerOf(before) } : {}),
    };
  }
  return undefined;
}

/** A request as it is shown. */
export const shownRequest = (exchange: Exchange, number: number, prefix = ''): ShownRequest => ({
  number,
  method: exchange.call.method,
  target: createRedactor(secretsInCall(exchange.call)).foreign(below(exchange.call.target, prefix)),
  answer: answerOf(exchange),
});

function answerOf({ call, reply }: Exchange): string {
  const { status, lost } = outcomeOf({ call, reply, at: 0, ms: 0 });
  return [status, lost].filter((part) => part !== undefined).join(', ');
}

const below = (target: string, prefix: string): string =>
  target.startsWith(prefix) ? target.slice(prefix.length) : target;

/** A request without what differs from run to run: numbers, times and ids in a body. */
function requestForm({ call: { method, target, body } }: Exchange, prefix: string): string {
  const read = body && body.byteLength > 0 ? readBody(body) : undefined;
  const form = read && 'json' in read ? JSON.stringify(formOf(read.json, () => '')) : '';
  return `${method} ${below(target, prefix)} ${form}`;
}

/** A response likewise: of a listing what it contains, of a creation in which form. */
function answerForm({ call, reply }: Exchange): string {
  if (isLost(reply)) return `lost: ${reply.lost}`;
  const headers = reply.headers.filter(([name]) => !/^(content-length|date|x-request-id)$/i.test(name));
  const read = readBody(reply.body);
  const content =
    'json' in read && call.method !== 'GET'
      ? JSON.stringify(formOf(read.json, wordsIn(call.body)))
      : Buffer.from(reply.body).toString().replaceAll(origin, '');
  return `${reply.status} ${String(headers)} ${createHash('sha1').update(content).digest('base64')}`;
}

const origin = /https?:\/\/[^/"]*/g;

/** What a response repeats of its request stands for itself; of anything else only its form is compared. */
function wordsIn(body: Uint8Array | undefined): (text: string) => string {
  const sent = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === 'string') sent.add(value);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isObject(value)) for (const one of Object.values(value)) collect(one);
  };
  const read = body ? readBody(body) : undefined;
  if (read && 'json' in read) collect(read.json);
  return (text) => (sent.has(text) ? 'as sent' : stringForm(text));
}

const stringForm = (text: string): string =>
  text
    .replaceAll(origin, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, 'ID')
    .replaceAll(/[0-9a-f]{16,}/g, 'hex')
    .replaceAll(/\d/g, '0');

function formOf(value: Json, ofText: (text: string) => string): Json {
  if (typeof value === 'string') return ofText(value);
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return value.map((one) => formOf(one, ofText));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formOf(one, ofText)]));
}
