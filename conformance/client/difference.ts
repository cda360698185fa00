import { type Exchange, isLost, type Reply } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type Json, type Path } from '../../src/json/json.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { counted } from '../report/text/words.ts';
import { contentForm, lastingHeaders } from './forms.ts';

/** How much of a value is shown, in characters. */
const mostShown = 60;

/**
 * The first thing in a response that differs from the response to the same request in the baseline, in words that name
 * the header or the field; undefined if the statuses differ, which says it all, or if nothing does.
 */
export function differenceOf(before: Exchange, now: Exchange): string | undefined {
  if (isLost(before.reply) || isLost(now.reply)) return undefined;
  if (before.reply.status !== now.reply.status) return undefined;
  const redactor = createRedactor([before, now].flatMap(secretsInExchange));
  const said = ofHeaders(before.reply, now.reply) ?? ofBodies(before, now);
  return said === undefined ? undefined : redactor.foreign(said);
}

function ofHeaders(before: Reply, now: Reply): string | undefined {
  const [usual, other] = [before, now].map(
    (reply) => new Map(lastingHeaders(reply).map(([name, value]) => [name.toLowerCase(), value])),
  );
  for (const name of new Set([...(usual?.keys() ?? []), ...(other?.keys() ?? [])])) {
    const [expected, got] = [usual?.get(name), other?.get(name)];
    if (expected !== got) return `header \`${name}\`: ${insteadOf(got, expected)}`;
  }
  return undefined;
}

function ofBodies(before: Exchange, now: Exchange): string | undefined {
  if (isLost(before.reply) || isLost(now.reply)) return undefined;
  const path = firstDifference(contentForm(before.call, before.reply), contentForm(now.call, now.reply));
  if (path === undefined) return undefined;
  const [expected, got] = [before.reply, now.reply].map(jsonOf);
  if (expected === undefined || got === undefined)
    return got === undefined ? 'a body that is not JSON' : 'a body that is JSON';
  const [usual, other] = [at(expected, ...path), at(got, ...path)] as (Json | undefined)[];
  const field = path.length === 0 ? 'the body' : `\`${nameOf(path)}\``;
  return Array.isArray(usual) && Array.isArray(other)
    ? `${field}: ${counted(other.length, 'entry', 'entries')} instead of ${usual.length}`
    : `${field}: ${insteadOf(other, usual)}`;
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

function jsonOf(reply: Exchange['reply']): Json | undefined {
  const read = isLost(reply) ? undefined : readBody(reply.body);
  return read && 'json' in read ? read.json : undefined;
}

/** `data[0].links.next`. */
const nameOf = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** Two values that differ, each cut around the first character that does. */
function insteadOf(got: Json | undefined, expected: Json | undefined): string {
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
