/** What a `Connection` header may say to both sides, since each connection of a client has one of its own behind it. */
const mirrored = ['close', 'keep-alive', 'te'];

/** Header fields of one connection only, which are not passed on (RFC 9110 §7.6.1). */
const ownToConnection = ['proxy-connection', 'upgrade'];

/** What a message cannot be read without is passed on, whatever its `Connection` header says. */
const needed = ['host', 'content-length', 'transfer-encoding'];

/** Raw headers: names and values by turns, as Node gives and takes them. */
export type RawHeaders = readonly string[];

/** The headers of a message as they are passed on: the same names, values and order, without those of one connection. */
export function passedOn(raw: RawHeaders, { host, mayChunk, mayTrail }: Changes): string[] {
  const options = valuesOf(raw, 'connection').flatMap((value) => value.toLowerCase().split(','));
  const nominated = options.map((option) => option.trim()).filter((option) => !mirrored.includes(option));
  const left = new Set([...ownToConnection, ...nominated.filter((name) => !needed.includes(name))]);
  if (!mayChunk) left.add('transfer-encoding');
  if (!mayTrail) left.add('trailer');
  const headers: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const key = name.toLowerCase();
    if (key === 'connection' && nominated.length > 0) {
      const kept = value.split(',').filter((option) => mirrored.includes(option.trim().toLowerCase()));
      if (kept.length > 0) headers.push(name, kept.join(',').trim());
    } else if (!left.has(key)) headers.push(name, key === 'host' && host !== undefined ? host : value);
  }
  return headers;
}

/** What is changed beside. */
type Changes = {
  /** Stands instead of the host that the client named. */
  readonly host?: string;
  /** Whether the receiver understands a body in chunks. */
  readonly mayChunk: boolean;
  /** Whether trailers can follow the body: only where it comes in chunks. */
  readonly mayTrail: boolean;
};

/** The values of the headers with a name, given in lower case. */
export function valuesOf(raw: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.length === name.length && raw[index]?.toLowerCase() === name)
      values.push(raw[index + 1] ?? '');
  return values;
}

/** Names and values as pairs. */
export function pairsOf(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

/** The head of a message as it goes over the wire. */
export function headOf(firstLine: string, raw: RawHeaders): string {
  const lines = pairsOf(raw).map(([name, value]) => `${name}: ${value}`);
  return `${[firstLine, ...lines].join('\r\n')}\r\n\r\n`;
}
