/** Ways in which ordinary software repeats a value. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  'in small letters': (secret) => secret.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  'in a query': encodeURIComponent,
  'in a query, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (octet) => octet.toLowerCase()),
  'in a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'percent, every byte': (secret) => [...Buffer.from(secret)].map((octet) => `%${hex(octet, 2)}`).join(''),
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON of PHP': (secret) => ascii(JSON.stringify(secret).slice(1, -1)).replaceAll('/', '\\/'),
  'in JSON of Python': (secret) => ascii(JSON.stringify(secret).slice(1, -1)),
  'in JSON of Go': (secret) => escaping(JSON.stringify(secret).slice(1, -1), /[&<>]/g),
  'in JSON of Gson': (secret) => escaping(JSON.stringify(secret).slice(1, -1), /[&<>='\u00e0-\uffff]/g),
  'in JSON, every character': (secret) => escaping(secret, /[\0-\uffff]/g),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64, as Basic credentials': (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  'in base64, in the middle': (secret) => Buffer.from(`a${secret}b`).toString('base64'),
  'in base64, in a query': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
};

const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');
const escaping = (text: string, characters: RegExp): string =>
  text.replaceAll(characters, (one) => `\\u${hex(one.charCodeAt(0), 4)}`);
const ascii = (text: string): string => escaping(text, /[^\0-\x7f]/g);

/** The secrets that somebody finds in a text who decodes all that can be decoded, again and again. */
export function leaksIn(text: string, secrets: Iterable<string>): string[] {
  const found = new Set<string>();
  const wanted = [...secrets].map((secret) => [secret, secret.toLowerCase()] as const);
  for (const reading of readings(text, 3)) {
    const said = reading.toLowerCase();
    for (const [secret, plain] of wanted) if (said.includes(plain)) found.add(secret);
  }
  return [...found];
}

/** What a text says in each way of reading it, and what that says in its turn. */
function* readings(text: string, depth: number): Generator<string> {
  yield text;
  if (depth === 0) return;
  const unescaped = [
    text
      .replaceAll(/\\u\{?([0-9a-f]{1,6})\}?/gi, (whole, code) =>
        whole.includes('{') ? fromCode(code) : whole,
      )
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code) => fromCode(code))
      .replaceAll(/\\([^u])/g, '$1'),
    text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
    text.replaceAll('+', ' '),
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  ];
  for (const one of new Set(unescaped)) if (one !== text) yield* readings(one, depth - 1);
  const runs: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{8,}/g))
    for (const skip of [0, 1, 2, 3]) runs.push(Buffer.from(run.slice(skip), 'base64').toString());
  yield runs.join('\n');
}

const fromCode = (code: string): string => {
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
};
