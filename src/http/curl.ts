import { bodyText, type HttpRequest } from './exchange.ts';

type Concealing = {
  /** Texts that variables replace. */
  readonly secrets?: readonly SecretValue[];
  readonly redact?: (text: string) => string;
  /** The user and the password of the scheme Basic. */
  readonly user?: string | undefined;
};

/**
 * The shell command that repeats a request byte for byte. Secrets become variables, long runs of a character an
 * expression; `Accept` is left out.
 */
export function curl(
  baseUrl: string,
  request: HttpRequest,
  { secrets = [], redact = (text) => text, user }: Concealing = {},
): string {
  const { method, target, headers } = request;
  const word = (text: string) => shellWord(text, secrets, redact);
  const body = request.body && request.body.byteLength > 0 ? request.body : undefined;
  const url = baseUrl.replace(/\/$/, '') + target;
  const parts = ['curl', ...urlOptions(url), ...methodOption(method, body !== undefined), word(url)];
  if (user !== undefined) parts.push('-u', word(user));
  for (const [name, value] of headers) {
    if (name !== 'accept') parts.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (!body && !saysLength.has(method)) return parts.join(' ');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push('-H', "'Content-Type:'");
  if (!body) return [...parts, '--data-raw', word('')].join(' ');
  const text = printableBody(body);
  if (text !== undefined) return [...parts, '--data-raw', word(text)].join(' ');
  const said = bodyText(body);
  const shown = redact(said);
  const bytes = shown === said ? body : Buffer.from(shown);
  return ['printf', binaryText(bytes), '|', ...parts, '--data-binary', '@-'].join(' ');
}

/** Requests with these methods say that their body is empty, `Content-Length: 0`, which curl does only with a body. */
const saysLength: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const urlOptions = (url: string): string[] => [
  ...(/[[\]{}]/.test(url) ? ['-g'] : []),
  ...(/\/\.{1,2}(?=[/?]|$)/.test(url) ? ['--path-as-is'] : []),
];

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['-I'];
  return method === 'GET' && !hasBody ? [] : ['-X', method];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function printableBody(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

export type SecretValue = { readonly value: string; readonly variable: string };

/** The shell removes line breaks at the end of a substitution. */
const longRun = /([^\n])\1{79,}/;

/** Text as one word of a POSIX shell, with secrets and long runs expanded. */
export function shellWord(
  given: string,
  secretValues: readonly SecretValue[],
  redact: (text: string) => string,
): string {
  const secret = secretValues.find(({ value }) => value !== '' && given.includes(value));
  if (secret) {
    return given
      .split(secret.value)
      .map((part) => (part === '' ? '' : shellWord(part, secretValues, redact)))
      .join(`"$${secret.variable}"`);
  }
  return wordOf(redact(given));
}

function wordOf(text: string): string {
  const run = longRun.exec(text);
  if (!run) return quote(text);
  const [long, character = ''] = run;
  const before = text.slice(0, run.index);
  const after = text.slice(run.index + long.length);
  return (
    (before === '' ? '' : quote(before)) +
    repeated(character, long.length) +
    (after === '' ? '' : wordOf(after))
  );
}

function binaryText(bytes: Uint8Array): string {
  const escaped = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ -~]/.test(character) && !/[\\%']/.test(character)
      ? character
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${escaped.join('')}'`;
}

/** The character comes last, since a format must not begin with a dash. */
function repeated(character: string, count: number): string {
  const literal = { '%': '%%', '\\': '\\\\', "'": "'\\''" }[character] ?? character;
  return `"$(printf '%.0s${literal}' $(seq ${count}))"`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
