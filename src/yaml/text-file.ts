import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { UserError } from '../errors.ts';

const mebibyte = 1024 * 1024;

const fileLimit = 128 * mebibyte;

const utf8 = new TextDecoder();
const [lineFeed = 0x0a] = Buffer.from('\n');

export async function readText(name: string): Promise<string> {
  const bytes = await readBytes(name).catch((error: NodeJS.ErrnoException) => {
    throw error instanceof UserError ? error : unreadable(name, error);
  });
  if (bytes.byteLength > fileLimit)
    throw new UserError(`${name}: is longer than ${fileLimit / mebibyte} MiB; split it, or check the path.`);
  if (!isUtf8(bytes))
    throw new UserError(
      `${name}:${lineThat(bytes, (line) => !isUtf8(line))}: is not UTF-8; save it as UTF-8.`,
    );
  if (bytes.includes(0))
    throw new UserError(
      `${name}:${lineThat(bytes, (line) => line.includes(0))}: contains a NUL byte; remove it.`,
    );
  return utf8.decode(bytes);
}

async function readBytes(name: string): Promise<Buffer> {
  // What is written to a named pipe may never come; one that a shell opened is in /dev.
  if ((await stat(name)).isFIFO() && !name.startsWith('/dev/'))
    throw new UserError(`${name}: is a pipe; name a file.`);
  return buffer(createReadStream(name, { end: fileLimit, highWaterMark: mebibyte }));
}

function lineThat(bytes: Buffer, matches: (line: Buffer) => boolean): number {
  let number = 1;
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    if (matches(bytes.subarray(start, end))) return number;
    number += 1;
    start = end + 1;
  }
  return number;
}

const lineLimit = mebibyte;

/** Reads a file of any length line by line. */
export async function readLines(name: string, onLine: (line: Buffer, number: number) => void): Promise<void> {
  let number = 0;
  const take = (line: Buffer): void => {
    number += 1;
    if (line.byteLength > lineLimit)
      throw new UserError(`${name}:${number}: is longer than ${lineLimit / mebibyte} MiB; split it.`);
    if (!isUtf8(line)) throw new UserError(`${name}:${number}: is not UTF-8; save it as UTF-8.`);
    onLine(line, number);
  };
  let rest = nothing;
  try {
    for await (const piece of createReadStream(name, { highWaterMark: mebibyte })) {
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        const line = piece.subarray(start, end);
        take(rest.byteLength > 0 ? Buffer.concat([rest, line]) : line);
        rest = nothing;
        start = end + 1;
      }
      rest = Buffer.concat([rest, piece.subarray(start)]);
      if (rest.byteLength > lineLimit) take(rest);
    }
  } catch (error) {
    throw error instanceof UserError ? error : unreadable(name, error as NodeJS.ErrnoException);
  }
  if (rest.byteLength > 0) take(rest);
}

const nothing: Buffer = Buffer.alloc(0);

const unreadable = (name: string, { code, message }: NodeJS.ErrnoException): UserError =>
  new UserError(`${name}: cannot be read (${code ?? message}); check the path.`);
