import { type Header, type HttpRequest, type HttpResponse, header } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';
import { holdsRedacted } from '../core/redacted-values.ts';

/** A body as a recorder kept it; lost, if it is not certain that this is all of it. */
type RecordedBody = Uint8Array | 'lost' | 'unreadable';

export type ReadBeside = (name: string) => Uint8Array | undefined;

const methodsWithBody = ['POST', 'PUT', 'PATCH'];

/** Reads the body of a request in an archive; undefined if it has none. */
export function requestBody(
  request: unknown,
  { method, headers }: { readonly method: string; readonly headers: readonly Header[] },
  readBeside: ReadBeside,
): RecordedBody | undefined {
  const posted = at(request, 'postData');
  const kept = isObject(posted) ? textIn(posted, readBeside) : undefined;
  if (typeof kept === 'string') return kept;
  const declared = { headers, size: at(request, 'bodySize') };
  if (kept && kept.byteLength > 0) return isWholeBody(kept, declared) ? kept : 'lost';
  const form = at(posted, 'params');
  const isJson = /json/i.test(String(at(posted, 'mimeType') ?? ''));
  // Some recorders write a JSON object as a form, which loses the types.
  if (Array.isArray(form) && form.length > 0)
    return isJson ? bodyOfField(form) : Buffer.from(multipartForm(form));
  if (
    !methodsWithBody.includes(method) &&
    isWholeBody(new Uint8Array(), { headers, size: sizeIn(declared.size) })
  )
    return undefined;
  return wholeOrLost(kept, declared);
}

/** Reads the body of a response in an archive. */
export function responseBody(
  response: unknown,
  { method, status, headers }: Pick<HttpRequest, 'method'> & Pick<HttpResponse, 'status' | 'headers'>,
  readBeside: ReadBeside,
): RecordedBody {
  const content = at(response, 'content');
  const kept = isObject(content) ? textIn(content, readBeside) : undefined;
  // A Content-Length is then about another response (RFC 9110, 8.6).
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return kept ?? new Uint8Array();
  if (typeof kept === 'string') return kept;
  const [size, compression] = [at(content, 'size'), at(content, 'compression')];
  return wholeOrLost(kept, { headers, size, compression, bodySize: at(response, 'bodySize') });
}

/** Recorders also leave out the text of a body that they lost; only a header says that there was none. */
function wholeOrLost(kept: Uint8Array | undefined, declared: DeclaredBody): RecordedBody {
  const isKnown = kept !== undefined || contentLength(declared.headers) === 0;
  const body = kept ?? new Uint8Array();
  return isKnown && isWholeBody(body, declared) ? body : 'lost';
}

function textIn(content: object, readBeside: ReadBeside): RecordedBody | undefined {
  const { text, encoding, _file: file } = content as Record<string, unknown>;
  if (typeof file === 'string') return readBeside(file) ?? 'lost';
  if (typeof text !== 'string') return undefined;
  if (encoding !== 'base64') return Buffer.from(text);
  return isBase64(text) ? Buffer.from(text, 'base64') : 'unreadable';
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\-_\s]*={0,2}\s*$/.test(text);

function bodyOfField(fields: readonly unknown[]): RecordedBody {
  const [name, value] = [at(fields[0], 'name'), at(fields[0], 'value')];
  const text = [name, value].filter((part) => typeof part === 'string' && part !== '').join('=');
  try {
    JSON.parse(text);
    return fields.length === 1 ? Buffer.from(text) : 'lost';
  } catch {
    return 'lost';
  }
}

function multipartForm(fields: readonly unknown[]): string {
  const pairs = new URLSearchParams();
  for (const field of fields) pairs.append(String(at(field, 'name') ?? ''), String(at(field, 'value') ?? ''));
  return pairs.toString();
}

/** What an archive says of the length of a body. Any of it may be absent, 0 or -1 because it is unknown. */
type DeclaredBody = {
  readonly headers: readonly Header[];
  /** The decompressed bytes. */
  readonly size?: unknown;
  /** How many bytes compression saved. */
  readonly compression?: unknown;
  readonly bodySize?: unknown;
};

/** Whether a decompressed body is as long as all that is declared of it. */
function isWholeBody(body: Uint8Array, { headers, size, compression, bodySize }: DeclaredBody): boolean {
  const length = contentLength(headers);
  const coding = header(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isCoded = !['', 'identity'].includes(coding);
  const saved = typeof compression === 'number' ? compression : 0;
  const transferred = sizeIn(bodySize) + saved;
  // mitmproxy writes the compressed bytes as the size, which matters only where they are more.
  const exact = Math.max(isCoded ? 0 : (length ?? 0), saved < 0 ? 0 : sizeIn(size));
  // JSON that ends may be shorter than this: compression makes short texts longer, and framing and headers count.
  const about = isCoded ? Math.max(length ?? 0, transferred) : length === undefined ? transferred : 0;
  if (body.byteLength === 0 && length !== 0 && typeof size === 'number' && size < 0) return false;
  if (body.byteLength >= Math.max(exact, about)) return true;
  if (!isJsonThatEnds(body)) return false;
  const missing = exact - body.byteLength;
  const isExact = missing <= droppedBytes || holdsRedacted(body);
  return isExact && (isCoded || exact > 0 || holdsRedacted(body));
}

/** How many bytes a recorder may drop that do not matter: a byte order mark, or a line break at the end. */
const droppedBytes = 3;

const sizeIn = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

function contentLength(headers: readonly Header[]): number | undefined {
  const value = header(headers, 'content-length')?.trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Whether a text is JSON, and not the beginning of other JSON: a number may be one. */
function isJsonThatEnds(body: Uint8Array): boolean {
  const read = readBody(body);
  return 'json' in read && typeof read.json !== 'number';
}
