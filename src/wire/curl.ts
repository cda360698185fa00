import type { Call } from './exchange.ts';
import { binaryText, shellWord, type Vouched } from './shell-word.ts';

export type { Vouched } from './shell-word.ts';

/**
 * The shell line that repeats a call, byte for byte. Vouched values stand as variables, long runs of one
 * character as an expression, everything else in full. Only `Accept` is left out, for the sake of brevity.
 */
export function curl(baseUrl: string, call: Call, vouched: readonly Vouched[]): string {
  const { method, target, headers } = call;
  const word = (text: string) => shellWord(text, vouched);
  const body = call.body && call.body.byteLength > 0 ? call.body : undefined;
  const url = baseUrl.replace(/\/$/, '') + target;
  const parts = ['curl', ...manners(url), ...methodOption(method, body !== undefined), word(url)];
  for (const [name, value] of headers) {
    if (name !== 'accept') parts.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (!body) return parts.join(' ');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push('-H', "'Content-Type:'");
  const text = textOf(body);
  if (text !== undefined) return [...parts, '--data-raw', word(text)].join(' ');
  return ['printf', binaryText(body), '|', ...parts, '--data-binary', '@-'].join(' ');
}

/** What keeps curl from reading a URL in a way of its own: as a pattern, or with its dots resolved. */
const manners = (url: string): string[] => [
  ...(/[[\]{}]/.test(url) ? ['-g'] : []),
  ...(/\/\.{1,2}(?=[/?]|$)/.test(url) ? ['--path-as-is'] : []),
];

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  return method === 'GET' && !hasBody ? [] : ['-X', method];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as text, where a shell can hold it. */
function textOf(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
