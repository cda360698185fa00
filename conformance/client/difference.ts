import { createHash } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import {
  type Exchange,
  type Header,
  type HttpRequest,
  type HttpResponse,
  isLost,
} from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/json/body.ts';
import { at, isObject, type Json, mapValues, type Path } from '../../src/json/json.ts';
import { printPath } from '../../src/print.ts';
import { secretsInExchange, secretsInRequest } from '../../src/secrets/exchange-secrets.ts';
import { redactorOf } from '../../src/secrets/redactor.ts';
import { servedOutcome } from '../../src/stub/journal.ts';
import { detailIn } from '../../src/stub/responses.ts';
import { counted } from '../../src/words.ts';
import { jsonIn } from '../core/created.ts';
import type { FaultySent, Tried } from './client-report.ts';

/** What two runs are compared by. Exchanges of one run that are alike count as the same, whatever their order. */
type SentJournal = { readonly exchanges: readonly Exchange[]; readonly prefix: string };

/** The first exchange of a run that its baseline does not have; undefined if the baseline has all of them. */
export function partingOf(contract: Contract, baseline: SentJournal, run: SentJournal): Tried['parts'] {
  const drawn = new Map([...drawnIn(baseline, run), ...drawnIn(run, baseline)]);
  const known = new Map<string, number>();
  const asked = new Map<string, Exchange>();
  for (const exchange of baseline.exchanges) {
    const request = requestForm(exchange, baseline.prefix);
    const key = `${request} ${responseForm(exchange, drawn)}`;
    known.set(key, (known.get(key) ?? 0) + 1);
    if (!asked.has(request)) asked.set(request, exchange);
  }
  for (const [index, exchange] of run.exchanges.entries()) {
    const request = requestForm(exchange, run.prefix);
    const key = `${request} ${responseForm(exchange, drawn)}`;
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    if (left > 0) continue;
    const before = asked.get(request);
    const differs = before && differenceOf(contract, before, exchange, drawn);
    return {
      ...shownRequest(contract, exchange, index + 1, run.prefix),
      ...(before ? { baseline: wordsOfOutcome(before) } : {}),
      ...(differs === undefined ? {} : { differs }),
    };
  }
  return undefined;
}

/** Random texts of a client, which differ from run to run, such as names of records, and their replacements. */
type Drawn = ReadonlyMap<string, string>;

/** The texts that a run sent and another did not, by their order. */
function drawnIn(run: SentJournal, other: SentJournal): Drawn {
  const sentBy = ({ exchanges }: SentJournal): Set<string> =>
    new Set(exchanges.flatMap(({ request }) => [...textsIn(request.body)]));
  const elsewhere = sentBy(other);
  const own = [...sentBy(run)].filter((text) => !elsewhere.has(text));
  return new Map(own.map((text, index) => [text, `drawn ${index}`]));
}

export const shownRequest = (
  contract: Contract,
  exchange: Exchange,
  number: number,
  prefix = '',
): FaultySent['request'] => ({
  number,
  method: exchange.request.method,
  target: redactorOf(contract, secretsInRequest(contract, exchange.request)).foreign(
    below(exchange.request.target, prefix),
  ),
  response: wordsOfOutcome(exchange),
});

export function sentenceOf(contract: Contract, { request, response }: Exchange): string {
  if (isLost(response)) return response.lost;
  const text = detailIn(response.headers) ?? `rejected with ${response.status}`;
  return redactorOf(contract, secretsInRequest(contract, request)).foreign(text);
}

function wordsOfOutcome({ request, response }: Exchange): string {
  const { status, lost } = servedOutcome({ request, response, at: 0, ms: 0 });
  return [status, lost].filter((part) => part !== undefined).join(', ');
}

const mostShown = 60;

/**
 * The first thing in a response that differs from the response to the same request in the baseline, in words that name
 * the header or the field; undefined if the statuses differ, which says it all, or if nothing does.
 */
export function differenceOf(
  contract: Contract,
  before: Exchange,
  now: Exchange,
  drawn: Drawn = new Map(),
): string | undefined {
  if (isLost(before.response) || isLost(now.response)) return undefined;
  if (before.response.status !== now.response.status) return undefined;
  const redactor = redactorOf(
    contract,
    [before, now].flatMap((one) => secretsInExchange(contract, one)),
  );
  const said = ofHeaders(before.response, now.response) ?? bodyDifference(before, now, drawn);
  return said === undefined ? undefined : redactor.foreign(said);
}

function ofHeaders(before: HttpResponse, now: HttpResponse): string | undefined {
  const [usual, other] = [before, now].map(
    (response) => new Map(lastingHeaders(response).map(([name, value]) => [name.toLowerCase(), value])),
  );
  for (const name of new Set([...(usual?.keys() ?? []), ...(other?.keys() ?? [])])) {
    const [expected, got] = [usual?.get(name), other?.get(name)];
    if (expected !== got) return `header \`${name}\`: ${wordsInstead(got, expected)}`;
  }
  return undefined;
}

function bodyDifference(before: Exchange, now: Exchange, drawn: Drawn): string | undefined {
  if (isLost(before.response) || isLost(now.response)) return undefined;
  const path = firstDifference(
    contentForm(before.request, before.response, drawn),
    contentForm(now.request, now.response, drawn),
  );
  if (path === undefined) return undefined;
  const [expected, got] = [jsonIn(before), jsonIn(now)];
  if (expected === undefined || got === undefined)
    return got === undefined ? 'a body that is not JSON' : 'a body that is JSON';
  const [usual, other] = [at(expected, ...path), at(got, ...path)] as (Json | undefined)[];
  const field = path.length === 0 ? 'the body' : `\`${printPath(path)}\``;
  return Array.isArray(usual) && Array.isArray(other)
    ? `${field}: ${counted(other.length, 'entry', 'entries')} instead of ${usual.length}`
    : `${field}: ${wordsInstead(other, usual)}`;
}

/** The place of the first value that is not the same; of two lists that differ in length, the list. */
function firstDifference(usual: Json | undefined, other: Json | undefined): Path | undefined {
  if (Array.isArray(usual) && Array.isArray(other)) {
    if (usual.length !== other.length) return [];
    return firstAmong(usual.map((one, index) => [index, one, other[index]]));
  }
  if (isObject(usual) && isObject(other)) {
    const names = new Set([...Object.keys(usual), ...Object.keys(other)]);
    return firstAmong([...names].map((name) => [name, usual[name], other[name]]));
  }
  return JSON.stringify(usual) === JSON.stringify(other) ? undefined : [];
}

function firstAmong(
  pairs: readonly (readonly [step: string | number, usual: Json | undefined, other: Json | undefined])[],
): Path | undefined {
  for (const [step, usual, other] of pairs) {
    const path = firstDifference(usual, other);
    if (path) return [step, ...path];
  }
  return undefined;
}

/** Two values that differ, each cut around the first character that does. */
function wordsInstead(got: Json | undefined, expected: Json | undefined): string {
  const [now, usual] = [got, expected].map((value) =>
    value === undefined ? 'absent' : JSON.stringify(value),
  );
  if (now === undefined || usual === undefined) return '';
  let first = 0;
  while (first < now.length && now[first] === usual[first]) first += 1;
  const cut = (text: string): string => {
    if (text.length <= mostShown) return text;
    const from = Math.max(0, Math.min(first - mostShown / 3, text.length - mostShown));
    const end = from + mostShown;
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
  };
  return `${cut(now)} instead of ${cut(usual)}`;
}

export const below = (target: string, prefix: string): string =>
  target.startsWith(prefix) ? target.slice(prefix.length) : target;

/** A request without what differs from run to run: numbers, times and ids in a body. */
function requestForm({ request: { method, target, body } }: Exchange, prefix: string): string {
  const json = jsonOf(body);
  const form =
    json === undefined ? '' : JSON.stringify(mapped(json, (one) => (typeof one === 'string' ? '' : 0)));
  return `${method} ${below(target, prefix)} ${form}`;
}

/** A response likewise: of a listing what it contains, of a creation in which form. */
function responseForm({ request, response }: Exchange, drawn: Drawn): string {
  if (isLost(response)) return `lost: ${response.lost}`;
  const content = JSON.stringify(contentForm(request, response, drawn));
  return `${response.status} ${String(lastingHeaders(response))} ${createHash('sha1').update(content).digest('base64')}`;
}

/** The headers of a response that are the same in each run. */
const lastingHeaders = ({ headers }: HttpResponse): Header[] =>
  headers
    .filter(([name]) => !/^(content-length|date|x-request-id)$/i.test(name))
    // An ETag of a record that a run created follows from what that run sent.
    .map(([name, value]) => [name, /^etag$/i.test(name) ? value.replace(/".*"/, '"…"') : value]);

/** The body of a response without what differs from run to run: JSON, or a text. */
function contentForm({ method, body }: HttpRequest, response: HttpResponse, drawn: Drawn): Json {
  const json = jsonOf(response.body);
  if (json === undefined) return Buffer.from(response.body).toString().replaceAll(origin, '');
  if (method === 'GET')
    return mapped(json, (one) => {
      if (typeof one !== 'string') return one;
      // What a run created has the time of that run.
      return drawn.get(one) ?? (timestamp.test(one) ? stringForm(one) : one.replaceAll(origin, ''));
    });
  const sent = textsIn(body);
  // A text that was sent has a mark that says so; any other has its form.
  const ofText = (text: string): string =>
    sent.has(text) ? 'as sent' : (drawn.get(text) ?? stringForm(text));
  return mapped(json, (one) => (typeof one === 'string' ? ofText(one) : 0));
}

const timestamp = /^\d{4}-\d\d-\d\dT\d/;
const origin = /https?:\/\/[^/"]*/g;

/** All texts in a body. */
function textsIn(body: Uint8Array | undefined): ReadonlySet<string> {
  const sent = new Set<string>();
  const collect = (value: Json): void => {
    if (typeof value === 'string') sent.add(value);
    else if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isObject(value)) for (const one of Object.values(value)) collect(one);
  };
  collect(jsonOf(body) ?? null);
  return sent;
}

const stringForm = (text: string): string =>
  text
    .replaceAll(origin, '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g, 'ID')
    .replaceAll(/[0-9a-f]{16,}/g, 'hex')
    .replaceAll(/\d/g, '0');

function mapped(value: Json, ofEach: (value: string | number) => Json): Json {
  if (typeof value === 'string' || typeof value === 'number') return ofEach(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, ofEach));
  if (!isObject(value)) return value;
  return mapValues(value, (one) => mapped(one, ofEach));
}
