/** Ways in which ordinary software repeats a value. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  'in small letters': (secret) => secret.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  'in a query': encodeURIComponent,
  'in a query, in small letters': (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (octet) => octet.toLowerCase()),
  'in a query twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'percent, every byte': (secret) =>
    octets(secret)
      .map((octet) => `%${octet}`)
      .join(''),
  'percent, every byte, in capitals': (secret) =>
    octets(secret)
      .map((octet) => `%${octet.toUpperCase()}`)
      .join(''),
  'percent-encoded from UTF-16': (secret) =>
    units(secret)
      .map((unit) => `%u${unit}`)
      .join(''),
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  'in JSON of PHP': (secret) => ascii(JSON.stringify(secret).slice(1, -1)).replaceAll('/', '\\/'),
  'in JSON of Python': (secret) => ascii(JSON.stringify(secret).slice(1, -1)),
  'in JSON of Go': (secret) => escaping(JSON.stringify(secret).slice(1, -1), /[&<>]/g),
  'in JSON of Gson': (secret) => escaping(JSON.stringify(secret).slice(1, -1), /[&<>='\u00e0-\uffff]/g),
  'in JSON, every character': (secret) =>
    units(secret)
      .map((unit) => `\\u${unit}`)
      .join(''),
  'in JSON, every character, in capitals': (secret) =>
    units(secret)
      .map((unit) => `\\u${unit.toUpperCase()}`)
      .join(''),
  'in JSON, the first character': (secret) => `\\u${units(secret)[0]}${secret.slice(1)}`,
  'in a program': (secret) =>
    octets(secret)
      .map((octet) => `\\x${octet}`)
      .join(''),
  'with backslashes before punctuation': (secret) => secret.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'),
  'in a page': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in a page, by number': (secret) => [...secret].map((one) => `&#${one.codePointAt(0)};`).join(''),
  'in a page, by number in hex': (secret) =>
    [...secret].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'in hex': (secret) => octets(secret).join(''),
  'in hex, in capitals': (secret) => octets(secret).join('').toUpperCase(),
  'in hex, with colons': (secret) => octets(secret).join(':'),
  'in hex, with spaces': (secret) => octets(secret).join(' '),
  'as a list of bytes': (secret) => JSON.stringify([...Buffer.from(secret)]),
  'as bytes with spaces': (secret) => `[${[...Buffer.from(secret)].join(' ')}]`,
  'as a list of bytes, one a line': (secret) => JSON.stringify([...Buffer.from(secret)], null, 8),
  'as a list of bytes in hex': (secret) =>
    octets(secret)
      .map((octet) => `0x${octet}`)
      .join(', '),
  'in hex, in groups of four': (secret) => octets(secret).join('').replaceAll(/..../g, '$& '),
  'in hex, in lines': (secret) =>
    octets(secret)
      .join('')
      .replaceAll(/.{16}(?=.)/g, '$&\n  '),
  'in UTF-16': (secret) => secret.split('').join('\0'),
  'in UTF-16, in JSON': (secret) => JSON.stringify(secret.split('').join('\0')).slice(1, -1),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64, as Basic credentials': (secret) => Buffer.from(`user:${secret}`).toString('base64'),
  'in base64, in the middle': (secret) => Buffer.from(`a${secret}b`).toString('base64'),
  'in base64, in a query': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'in base64, in lines': (secret) =>
    Buffer.from(secret)
      .toString('base64')
      .replaceAll(/.{20}(?=.)/g, '$&\r\n'),
};

const octets = (text: string): string[] => [...Buffer.from(text)].map((octet) => hex(octet, 2));
const units = (text: string): string[] => text.split('').map((unit) => hex(unit.charCodeAt(0), 4));
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
    text.replaceAll(/%u([0-9a-f]{4})/gi, (_, code) => fromCode(code)),
    text.replaceAll(/(?:(?:%|\\+x)[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toString(),
    ),
    text.replaceAll('+', ' '),
    text
      .replaceAll(/&#x([0-9a-f]+);/gi, (_, code) => fromCode(code))
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
    text.replaceAll(/\\r|\\n|\s/g, ''),
  ];
  for (const one of new Set(unescaped)) if (one !== text) yield* readings(one, depth - 1);
  const runs: string[] = [];
  for (const [run] of text.matchAll(/[0-9a-f]{12,}|(?:[0-9a-f]{2}[ :-]){5,}[0-9a-f]{2}/gi))
    for (const skip of [0, 1])
      runs.push(Buffer.from(run.replaceAll(/[ :-]/g, '').slice(skip), 'hex').toString());
  for (const [run] of text.matchAll(/(?:\d{1,3},\s*){5,}\d{1,3}/g))
    runs.push(Buffer.from(run.split(',').map(Number)).toString());
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{8,}/g))
    for (const skip of [0, 1, 2, 3]) runs.push(Buffer.from(run.slice(skip), 'base64').toString());
  yield runs.join('\n');
}

const fromCode = (code: string): string => {
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
};
