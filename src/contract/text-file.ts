import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Fault } from '../fault.ts';

const mebibyte = 1024 * 1024;

/** The longest file that is read. */
const fileLimit = 128 * mebibyte;

const utf8 = new TextDecoder();
const [lineFeed = 0x0a] = Buffer.from('\n');

/** What faults call a file: as it was asked for, or the last part of a URL. */
export const nameOf = (file: string | URL): string =>
  file instanceof URL ? (file.pathname.split('/').at(-1) ?? '') : file;

/** Reads a file that holds text; what cannot be read, is no text or has no end is a {@link Fault}. */
export async function readText(file: string | URL): Promise<string> {
  const name = nameOf(file);
  const bytes = await read(file).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${name}: cannot be read (${error.code ?? error.message}); check the path.`);
  });
  if (bytes.byteLength > fileLimit)
    throw new Fault(`${name}: is longer than ${fileLimit / mebibyte} MiB; divide it, or check the path.`);
  if (!isUtf8(bytes))
    throw new Fault(`${name}:${lineThat(bytes, (line) => !isUtf8(line))}: is not UTF-8; save it as UTF-8.`);
  if (bytes.includes(0))
    throw new Fault(`${name}:${lineThat(bytes, (line) => line.includes(0))}: holds a NUL byte; take it out.`);
  return utf8.decode(bytes);
}

/** The bytes of a file, one more than may be at most: a device may never end. */
const read = async (file: string | URL): Promise<Buffer> =>
  buffer(createReadStream(file, { end: fileLimit, highWaterMark: mebibyte }));

/** The number of the first line of that kind. */
function lineThat(bytes: Buffer, isMeant: (line: Buffer) => boolean): number {
  let number = 1;
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    if (isMeant(bytes.subarray(start, end))) return number;
    number += 1;
    start = end + 1;
  }
  return number;
}
