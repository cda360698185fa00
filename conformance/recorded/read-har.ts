import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../src/errors.ts';
import { type Header, type HttpResponse, header, type Lost } from '../../src/http/exchange.ts';
import { isTooWide } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';
import type { AttemptPart } from '../report/report.ts';
import type { ForeignExchange } from './foreign-exchange.ts';
import { longestEntry, splitEntries } from './split-entries.ts';

const chunkSize = 1024 * 1024;
const longestBeginning = 64 * chunkSize;

/**
 * Reads the entries of an HTTP archive (HAR 1.2) one by one, in bounded memory. A truncated archive is read to its
 * end; another file is a {@link UserError}. `mayContinue` is asked before each entry.
 */
export async function readHar(
  file: string,
  onEntry: (entry: Entry, creator: string | undefined) => Promise<void>,
  mayContinue: () => Promise<boolean>,
) {
  const unjudged = new Map<Unjudged, number>();
  const readBeside = readerBeside(file);
  const waiting: (Buffer | undefined)[] = [];
  let creator: string | undefined;
  let entries = 0;
  const splitter = splitEntries({
    onEntry: (bytes) => waiting.push(bytes),
    onCreator: (name) => {
      creator = name;
    },
  });
  let read = 0;
  let isStopped = false;
  reading: for await (const chunk of chunksOf(file)) {
    if (read === 0) rejectOtherKinds(file, chunk);
    read += chunk.byteLength;
    splitter.write(chunk);
    if (!splitter.state().hasBegun && read > longestBeginning) break;
    for (const bytes of waiting.splice(0)) {
      isStopped = !(await mayContinue());
      if (isStopped) break reading;
      entries += 1;
      const entry = readBytes(bytes, readBeside);
      if (typeof entry === 'string') unjudged.set(entry, (unjudged.get(entry) ?? 0) + 1);
      else await onEntry(entry, creator);
    }
    if (splitter.state().isComplete) break;
  }
  const { hasBegun, isComplete } = splitter.state();
  if (read === 0) throw new UserError(`${file} is empty; ${advice}`);
  if (!hasBegun)
    throw new UserError(`${file} is not an HTTP archive: it has no "log" with "entries"; ${advice}`);
  if (entries === 0 && !isComplete && !isStopped)
    throw new UserError(`${file} breaks off before the end of its first entry; record it again.`);
  return { entries, unjudged, isTruncated: !isComplete };
}

const advice = 'save one from the network panel of a browser, or write one with check --report har=FILE.';

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const { isDirectory, code } = await stat(file).then(
    (found) => ({ isDirectory: found.isDirectory(), code: undefined }),
    (error: NodeJS.ErrnoException) => ({ isDirectory: false, code: error.code ?? error.message }),
  );
  if (code !== undefined) throw new UserError(`${file} cannot be read (${code}); check its name.`);
  if (isDirectory) throw new UserError(`${file} is a folder; name the files in it.`);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkSize })) yield chunk as Buffer;
  } catch (error) {
    const { code: why, message } = error as NodeJS.ErrnoException;
    throw new UserError(`${file} cannot be read (${why ?? message}); check its permissions.`);
  }
}

const others: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'is compressed (gzip); decompress it first.'],
  [[0x50, 0x4b], 'is a ZIP file; unpack it, and name the .har file in it.'],
  [[0xff, 0xfe], 'is UTF-16, and HAR is UTF-8; convert it first.'],
  [[0xfe, 0xff], 'is UTF-16, and HAR is UTF-8; convert it first.'],
];

function rejectOtherKinds(file: string, chunk: Buffer): void {
  const other = others.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte));
  if (other) throw new UserError(`${file} ${other[1]}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readBytes(bytes: Buffer | undefined, readBeside: ReadBeside): Entry | Unjudged {
  // Bodies are texts in the entry.
  if (!bytes || isTooWide(bytes)) return 'unreadable';
  try {
    return readEntry(JSON.parse(utf8.decode(bytes)), readBeside);
  } catch {
    return 'unreadable';
  }
}

/** The name that Playwright gives the file of a body. An archive may read no other file. */
const bodyFile = /^[0-9a-f]{40}(\.[a-z0-9]+)?$/;

const readerBeside =
  (file: string): ReadBeside =>
  (name) => {
    if (!bodyFile.test(name)) return undefined;
    try {
      const path = join(dirname(file), name);
      const found = lstatSync(path);
      return found.isFile() && found.size <= longestEntry ? readFileSync(path) : undefined;
    } catch {
      return undefined;
    }
  };

type Entry = Omit<ForeignExchange, 'request' | 'isOfCheck'> &
  Omit<ForeignExchange['request'], 'target'> & { readonly url: string };

type Unjudged = 'unreadable' | 'without its body' | 'from a cache';

type ReadBeside = (name: string) => Uint8Array | undefined;

function readEntry(value: unknown, readBeside: ReadBeside): Entry | Unjudged {
  const [method, address] = ['method', 'url'].map((name) => at(value, 'request', name));
  const wire = at(value, 'request', '_url');
  const url = typeof wire === 'string' ? wire : address;
  if (typeof method !== 'string' || typeof url !== 'string') return 'unreadable';
  const request = requestBody(value, method, readBeside);
  const response = responseOf(value, readBeside);
  if (request === 'unreadable' || response === 'unreadable') return 'unreadable';
  if (isFromCache(value)) return 'from a cache';
  if (request === 'missing' || response === 'missing') return 'without its body';
  const startedAt = Date.parse(String(at(value, 'startedDateTime')));
  const attempts = readParts(at(value, '_attempts'));
  const recheck = readRecheck(at(value, '_recheck'));
  return {
    url,
    method: method.toUpperCase(),
    headers: headersOf(at(value, 'request', 'headers')),
    ...(request === undefined ? {} : { body: request }),
    response,
    ...(Number.isNaN(startedAt) ? {} : { startedAt }),
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(recheck ? { recheck } : {}),
  };
}

/** Chrome names its cache. */
const isFromCache = (value: unknown): boolean =>
  at(value, '_fromCache') !== undefined || at(value, 'response', '_fromCache') !== undefined;

type Text = Uint8Array | 'missing' | 'unreadable';

function requestBody(value: unknown, method: string, readBeside: ReadBeside): Text | undefined {
  const posted = at(value, 'request', 'postData');
  const read = isObject(posted) ? textIn(posted, readBeside) : undefined;
  if (read !== undefined) return read;
  const form = at(posted, 'params');
  const isJson = /json/i.test(String(at(posted, 'mimeType') ?? ''));
  // Some recorders write a JSON object as a form, which loses the types.
  if (Array.isArray(form) && form.length > 0) return isJson ? jsonIn(form) : Buffer.from(formOf(form));
  if (method !== 'POST') return undefined;
  const length = header(headersOf(at(value, 'request', 'headers')), 'content-length');
  // Recorders differ in the sizes of missing bodies.
  return length === '0' ? new Uint8Array() : 'missing';
}

function jsonIn(fields: readonly unknown[]): Text {
  const [name, value] = [at(fields[0], 'name'), at(fields[0], 'value')];
  const text = [name, value].filter((part) => typeof part === 'string' && part !== '').join('=');
  try {
    JSON.parse(text);
    return fields.length === 1 ? Buffer.from(text) : 'missing';
  } catch {
    return 'missing';
  }
}

function formOf(fields: readonly unknown[]): string {
  const pairs = new URLSearchParams();
  for (const field of fields) pairs.append(String(at(field, 'name') ?? ''), String(at(field, 'value') ?? ''));
  return pairs.toString();
}

function responseOf(value: unknown, readBeside: ReadBeside): HttpResponse | Lost | 'missing' | 'unreadable' {
  const status = Number(at(value, 'response', 'status'));
  const ms = Math.max(0, Number(at(value, 'time')) || 0);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    return { lost: 'connection', detail: 'the recording contains no response', ms };
  const headers = headersOf(at(value, 'response', 'headers'));
  const content = at(value, 'response', 'content');
  const body = (isObject(content) ? textIn(content, readBeside) : undefined) ?? emptyBody(status, headers);
  if (body === 'missing' || body === 'unreadable') return body;
  return isCut(body, content) ? 'missing' : { status, headers, body, ms };
}

function emptyBody(status: number, headers: readonly Header[]): Text {
  const isEmpty = status === 204 || status === 304 || header(headers, 'content-length') === '0';
  return isEmpty ? new Uint8Array() : 'missing';
}

function textIn(content: object, readBeside: ReadBeside): Text | undefined {
  const { text, encoding, _file: file } = content as Record<string, unknown>;
  if (typeof file === 'string') return readBeside(file) ?? 'missing';
  if (typeof text !== 'string') return undefined;
  if (encoding !== 'base64') return Buffer.from(text);
  return isBase64(text) ? Buffer.from(text, 'base64') : 'unreadable';
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\-_\s]*={0,2}\s*$/.test(text);

/** Whether a recorder cut the body: its size is larger, and it does not parse. */
function isCut(body: Uint8Array, content: unknown): boolean {
  if (Number(at(content, 'size') ?? 0) <= body.byteLength) return false;
  try {
    JSON.parse(Buffer.from(body).toString());
    return false;
  } catch {
    return true;
  }
}

/** HTTP/2 pseudo-headers are left out. */
function headersOf(list: unknown): Header[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair): Header[] => {
    const [name, value] = isObject(pair) ? [pair.name, pair.value] : [];
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
      ? [[name, value]]
      : [];
  });
}

/** An archive may contain anything. */
function readParts(list: unknown): AttemptPart[] {
  if (!Array.isArray(list)) return [];
  return list.filter((part): part is AttemptPart => {
    const [attempt, as, about] = ['attempt', 'as', 'about'].map((name) => at(part, name));
    const isText = (name: string): boolean => typeof at(about, name) === 'string';
    return (
      Number.isInteger(attempt) &&
      ['exchange', 'before', 'after', 'failedOnce'].includes(String(as)) &&
      (about === undefined || ['operation', 'clause', 'what', 'expects'].every(isText))
    );
  });
}

const ways = ['as sent', 'uncached', 'plain'] as const;

function readRecheck(value: unknown): ForeignExchange['recheck'] {
  const [session, target] = [at(value, 'session'), at(value, 'at')];
  const way = ways.find((one) => one === at(value, 'way'));
  return Number.isInteger(session) && typeof target === 'string'
    ? { session: Number(session), at: target, ...(way ? { way } : {}) }
    : undefined;
}
