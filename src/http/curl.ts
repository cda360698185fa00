import { bodyText } from './body-text.ts';
import type { Call } from './exchange.ts';
import { binaryText, type SecretValue, shellWord } from './shell-quote.ts';

export type { SecretValue } from './shell-quote.ts';

/**
 * The shell command that repeats a call byte for byte, except what `redact` takes out before it is quoted. Hidden values are written
 * as variables, long runs of one character as an expression. Only the `Accept` header is omitted, for brevity.
 */
export function curl(
  baseUrl: string,
  call: Call,
  secrets: readonly SecretValue[],
  redact = (text: string): string => text,
): string {
  const { method, target, headers } = call;
  const word = (text: string) => shellWord(text, secrets, redact);
  const body = call.body && call.body.byteLength > 0 ? call.body : undefined;
  const url = baseUrl.replace(/\/$/, '') + target;
  const parts = ['curl', ...urlOptions(url), ...methodOption(method, body !== undefined), word(url)];
  for (const [name, value] of headers) {
    if (name !== 'accept') parts.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (!body) return parts.join(' ');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push('-H', "'Content-Type:'");
  const text = textOf(body);
  if (text !== undefined) return [...parts, '--data-raw', word(text)].join(' ');
  const said = bodyText(body);
  const shown = redact(said);
  const bytes = shown === said ? body : Buffer.from(shown);
  return ['printf', binaryText(bytes), '|', ...parts, '--data-binary', '@-'].join(' ');
}

/** The options that stop curl from expanding patterns in a URL and from resolving its dots. */
const urlOptions = (url: string): string[] => [
  ...(/[[\]{}]/.test(url) ? ['-g'] : []),
  ...(/\/\.{1,2}(?=[/?]|$)/.test(url) ? ['--path-as-is'] : []),
];

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  return method === 'GET' && !hasBody ? [] : ['-X', method];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as text; undefined if a shell cannot hold it. */
function textOf(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
