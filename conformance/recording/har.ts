import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { UserError } from '../../src/errors.ts';
import type { Header, Lost, Reply } from '../../src/http/exchange.ts';
import { at, isObject } from '../../src/json/json.ts';

/** One entry of an HTTP archive, read as far as it can be. */
export type Entry = {
  /** The whole address that was asked for. */
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  /** Undefined where the archive holds no body of it, as browsers leave out large ones. */
  readonly reply: Reply | Lost | undefined;
  /** When it began, in milliseconds since 1970; undefined where that cannot be read. */
  readonly startedAt?: number;
};

/** What became of an archive beyond its entries. */
export type Ending = {
  /** Entries that are none: without a method, an address or a status. */
  readonly unreadable: number;
  /** Whether it broke off before its end. */
  readonly isTruncated: boolean;
};

/** How much of a file is read at once, in bytes. */
const chunkSize = 256 * 1024;

/**
 * Reads the entries of an HTTP archive (HAR 1.2) one by one, in bounded memory, told of each as it comes. A file that
 * is no archive is a {@link UserError}; one that breaks off is read as far as it goes.
 */
export async function readHar(file: string, onEntry: (entry: Entry) => void): Promise<Ending> {
  let unreadable = 0;
  let entries = 0;
  let failure: Error | undefined;
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  parser.onValue = ({ value }) => {
    entries += 1;
    const entry = readEntry(value);
    if (entry) onEntry(entry);
    else unreadable += 1;
  };
  parser.onError = (error) => {
    failure ??= error;
  };
  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize }).on('error', () => {})) {
    if (failure) break;
    parser.write(chunk as Uint8Array);
  }
  const isTruncated = failure !== undefined || !parser.isEnded;
  if (entries === 0 && isTruncated)
    throw new UserError(
      `${file} is not an HTTP archive; write one with the developer tools of a browser, or --report har=FILE.`,
    );
  return { unreadable, isTruncated };
}

/** Reads one entry; undefined where it is none. */
function readEntry(value: unknown): Entry | undefined {
  const [method, address] = ['method', 'url'].map((name) => at(value, 'request', name));
  if (typeof method !== 'string' || typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const startedAt = Date.parse(String(at(value, 'startedDateTime')));
  const text = at(value, 'request', 'postData', 'text');
  return {
    url: new URL(address),
    method: method.toUpperCase(),
    headers: headersOf(at(value, 'request', 'headers')),
    ...(typeof text === 'string' ? { body: Buffer.from(text) } : {}),
    reply: replyOf(value),
    ...(Number.isNaN(startedAt) ? {} : { startedAt }),
  };
}

function replyOf(value: unknown): Entry['reply'] {
  const status = at(value, 'response', 'status');
  const ms = Number(at(value, 'time')) || 0;
  // Recorders write no status, or 0, where nothing came.
  if (typeof status !== 'number' || status < 100 || status > 599)
    return { lost: 'connection', detail: 'the recording holds no reply', ms };
  const headers = headersOf(at(value, 'response', 'headers'));
  const content = at(value, 'response', 'content');
  const text = at(content, 'text');
  const size = Number(at(content, 'size') ?? 0);
  if (typeof text !== 'string') return size > 0 ? undefined : { status, headers, body: new Uint8Array(), ms };
  const isBase64 = at(content, 'encoding') === 'base64';
  return { status, headers, body: Buffer.from(text, isBase64 ? 'base64' : 'utf8'), ms };
}

/** Headers as they stand in an archive; those of HTTP/2 that begin with a colon are no headers. */
function headersOf(list: unknown): Header[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair): Header[] => {
    const [name, value] = isObject(pair) ? [pair.name, pair.value] : [];
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')
      ? [[name, value]]
      : [];
  });
}
