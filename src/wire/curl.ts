import type { Call } from './exchange.ts';

/** A value that must not be printed, and the shell variable that stands for it. */
export type Vouched = { readonly value: string; readonly variable: string };

/**
 * The shell line that repeats a call. Vouched values stand as variables, long runs of one character as an
 * expression, everything else in full.
 */
export function curl(
  baseUrl: string,
  { method, target, headers, body }: Call,
  vouched: readonly Vouched[],
): string {
  const word = (text: string) => shellWord(text, vouched);
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(word(baseUrl.replace(/\/$/, '') + target));
  for (const [name, value] of headers) {
    if (name !== 'accept') parts.push('-H', word(`${name}: ${value}`));
  }
  if (body && body.byteLength > 0) parts.push('--data-raw', word(Buffer.from(body).toString('utf8')));
  return parts.join(' ');
}

const longRun = /(.)\1{79,}/s;

/** Text as one shell word: quoted where it is plain, expanded where it is not. */
function shellWord(text: string, vouched: readonly Vouched[]): string {
  const hidden = vouched.find(({ value }) => value !== '' && text.includes(value));
  if (hidden) {
    return text
      .split(hidden.value)
      .map((part) => quotedOrNothing(part, vouched))
      .join(`"$${hidden.variable}"`);
  }
  const run = longRun.exec(text);
  if (!run) return quote(text);
  const [long, character = ''] = run;
  const expression = `"$(printf '${character === '%' ? '%%' : character.replace("'", "'\\''")}%.0s' $(seq ${long.length}))"`;
  const before = text.slice(0, run.index);
  const after = text.slice(run.index + long.length);
  return quotedOrNothing(before, vouched) + expression + quotedOrNothing(after, vouched);
}

const quotedOrNothing = (text: string, vouched: readonly Vouched[]): string =>
  text === '' ? '' : shellWord(text, vouched);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
