import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { isTooWide } from '../../../src/json/body.ts';
import { type Entry, type ReadBeside, readEntry, type Unjudged } from './read-entry.ts';
import { longestEntry, splitEntries } from './split-entries.ts';

/** What happened to an archive beyond its entries. */
type HarEnding = {
  readonly entries: number;
  /** How many entries cannot be judged, by the reason. */
  readonly unjudged: ReadonlyMap<Unjudged, number>;
  /** Whether it broke off before its end. */
  readonly isTruncated: boolean;
  /** Whoever wrote it. */
  readonly creator?: string;
};

/** How much of a file is read at once, in bytes. */
const chunkSize = 1024 * 1024;
/** How far the list of entries may be from the beginning of a file, in bytes. */
const longestBeginning = 64 * chunkSize;

/**
 * Reads the entries of an HTTP archive (HAR 1.2) one by one, in bounded memory. One that breaks off is read as far as
 * it goes; a file that is no archive is a {@link UserError}. Before each entry `goesOn` says whether it is wanted.
 */
export async function readHar(
  file: string,
  onEntry: (entry: Entry, creator: string | undefined) => Promise<void>,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<HarEnding> {
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
      isStopped = !(await goesOn());
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
  if (!hasBegun) throw new UserError(`${file} is no HTTP archive: it has no "log" with "entries"; ${advice}`);
  if (entries === 0 && !isComplete && !isStopped)
    throw new UserError(`${file} breaks off before the end of its first entry; record it again.`);
  return { entries, unjudged, isTruncated: !isComplete, ...(creator === undefined ? {} : { creator }) };
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

/** What a file may be instead of an archive, by its first bytes. */
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
  // Of an entry itself as well as of the bodies in it, which are in texts.
  if (!bytes || isTooWide(bytes)) return 'unreadable';
  try {
    return readEntry(JSON.parse(utf8.decode(bytes)), readBeside);
  } catch {
    return 'unreadable';
  }
}

/** What Playwright calls the file of a body: by its hash. An archive may ask for no other file of its folder. */
const bodyFile = /^[0-9a-f]{40}(\.[a-z0-9]+)?$/;

/** Reads bodies that a recorder put into files of their own, beside the archive. */
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
