import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../src/errors.ts';
import type { Header, HttpResponse, Lost } from '../../src/http/exchange.ts';
import { isTooWide } from '../../src/json/body.ts';
import { at, isObject } from '../../src/json/json.ts';
import { seriesNames } from '../engine/rechecks/recheck-series.ts';
import { type AttemptPart, attemptRoles } from '../report/report.ts';
import type { ForeignExchange } from './foreign-exchange.ts';
import { type ReadBeside, requestBody, responseBody } from './recorded-body.ts';
import { longestEntry, splitEntries } from './split-entries.ts';

const chunkSize = 1024 * 1024;
const longestBeginning = 64 * chunkSize;

/**
 * Reads the entries of an HTTP archive (HAR 1.2) one by one, in bounded memory. A truncated archive is read to its
 * end; another file is a {@link UserError}. `mayContinue` is asked before each entry.
 */
export async function readHar(
  file: string,
  onEntry: (entry: RecordedEntry, creator: string | undefined) => Promise<void>,
  mayContinue: () => Promise<boolean>,
) {
  const readBeside = readerBeside(file);
  const waiting: (Buffer | undefined)[] = [];
  let creator: string | undefined;
  let entries = 0;
  let unreadable = 0;
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
      const entry = decodedBytes(bytes, readBeside);
      if (entry) await onEntry(entry, creator);
      else unreadable += 1;
    }
    if (splitter.state().isComplete) break;
  }
  const { hasBegun, isComplete } = splitter.state();
  if (read === 0) throw new UserError(`${file} is empty; ${advice}`);
  if (!hasBegun)
    throw new UserError(`${file} is not an HTTP archive: it has no "log" with "entries"; ${advice}`);
  if (entries === 0 && !isComplete && !isStopped)
    throw new UserError(`${file} breaks off before the end of its first entry; record it again.`);
  return { entries, unreadable, isTruncated: !isComplete };
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

const zlib =
  'is compressed (zlib, as a .zhar of mitmproxy is); decompress it first, or record to a .har file.';

const others: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'is compressed (gzip); decompress it first.'],
  [[0x78, 0xda], zlib],
  [[0x78, 0x9c], zlib],
  [[0x50, 0x4b], 'is a ZIP file; unpack it, and name the .har file in it.'],
  [[0xff, 0xfe], 'is UTF-16, and HAR is UTF-8; convert it first.'],
  [[0xfe, 0xff], 'is UTF-16, and HAR is UTF-8; convert it first.'],
];

function rejectOtherKinds(file: string, chunk: Buffer): void {
  const other = others.find(([bytes]) => bytes.every((byte, index) => chunk[index] === byte));
  if (other) throw new UserError(`${file} ${other[1]}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodedBytes(bytes: Buffer | undefined, readBeside: ReadBeside): RecordedEntry | undefined {
  // Bodies are texts in the entry.
  if (!bytes || isTooWide(bytes)) return undefined;
  try {
    return readEntry(JSON.parse(utf8.decode(bytes)), readBeside);
  } catch {
    return undefined;
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

type RecordedEntry = Omit<ForeignExchange, 'request' | 'isOfCheck'> &
  Omit<ForeignExchange['request'], 'target'> & { readonly url: string };

/** Undefined if the entry cannot be read. */
function readEntry(value: unknown, readBeside: ReadBeside): RecordedEntry | undefined {
  const [name, address] = ['method', 'url'].map((field) => at(value, 'request', field));
  const wire = at(value, 'request', '_url');
  const url = typeof wire === 'string' ? wire : address;
  if (typeof name !== 'string' || typeof url !== 'string') return undefined;
  const sent = { method: name.toUpperCase(), headers: harHeaders(at(value, 'request', 'headers')) };
  const body = requestBody(at(value, 'request'), sent, readBeside);
  const response = responseOf(value, sent.method, readBeside);
  if (body === 'unreadable' || response === 'unreadable') return undefined;
  const leftOut = whyLeftOut(value, body === 'lost' || response === 'lost');
  const startedAt = Date.parse(String(at(value, 'startedDateTime')));
  const attempts = readParts(at(value, '_attempts'));
  const recheck = readRecheck(at(value, '_recheck'));
  return {
    url,
    ...sent,
    ...(body === undefined || body === 'lost' ? {} : { body }),
    response:
      response === 'lost' ? { lost: 'connection', detail: 'its body was not recorded', ms: 0 } : response,
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(Number.isNaN(startedAt) ? {} : { startedAt }),
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(recheck ? { recheck } : {}),
  };
}

function whyLeftOut(value: unknown, isLost: boolean): string | undefined {
  if (isFromCache(value)) return 'from a cache';
  return isLost ? 'whose body the recorder lost or cut' : undefined;
}

/** Chrome names its cache. */
const isFromCache = (value: unknown): boolean =>
  at(value, '_fromCache') !== undefined || at(value, 'response', '_fromCache') !== undefined;

function responseOf(
  value: unknown,
  method: string,
  readBeside: ReadBeside,
): HttpResponse | Lost | 'lost' | 'unreadable' {
  const status = Number(at(value, 'response', 'status'));
  const ms = Math.max(0, Number(at(value, 'time')) || 0);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    return { lost: 'connection', detail: 'the recording contains no response', ms };
  const headers = harHeaders(at(value, 'response', 'headers'));
  const body = responseBody(at(value, 'response'), { method, status, headers }, readBeside);
  return typeof body === 'string' ? body : { status, headers, body, ms };
}

/** HTTP/2 pseudo-headers are left out. */
function harHeaders(list: unknown): Header[] {
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
    const [attempt, as, about, place] = ['attempt', 'as', 'about', 'place'].map((name) => at(part, name));
    const isText = (name: string): boolean => typeof at(about, name) === 'string';
    return (
      Number.isInteger(attempt) &&
      attemptRoles.some((role) => role === as) &&
      [place, at(about, 'readAfter')].every((one) => one === undefined || Number.isInteger(one)) &&
      (about === undefined || ['operation', 'clause', 'what', 'expects'].every(isText))
    );
  });
}

function readRecheck(value: unknown): ForeignExchange['recheck'] {
  const [session, target] = [at(value, 'session'), at(value, 'at')];
  const name = [...seriesNames, 'sources' as const].find((one) => one === at(value, 'series'));
  return Number.isInteger(session) && typeof target === 'string' && name !== undefined
    ? { session: Number(session), at: target, series: name }
    : undefined;
}
