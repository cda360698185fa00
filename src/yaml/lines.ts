import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { UserError } from '../errors.ts';

const mebibyte = 1024 * 1024;

/** Longer lines are rejected. */
const lineLimit = mebibyte;

const lineFeed = 0x0a;

const nothing: Buffer = Buffer.alloc(0);

/**
 * Reads a text file line by line, however long it is; an empty last line is none. Throws a {@link UserError} with file
 * and line if it cannot be read, if a line is not UTF-8, or if one is too long.
 */
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
    for await (const chunk of createReadStream(name, { highWaterMark: mebibyte })) {
      const bytes: Buffer = chunk;
      let start = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
        const line = bytes.subarray(start, end);
        take(rest.byteLength > 0 ? Buffer.concat([rest, line]) : line);
        rest = nothing;
        start = end + 1;
      }
      rest = Buffer.concat([rest, bytes.subarray(start)]);
      if (rest.byteLength > lineLimit) take(rest);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UserError(`${name}: cannot be read (${code}); check the path.`);
  }
  if (rest.byteLength > 0) take(rest);
}
