import { longestBody } from '../../src/json/body.ts';

const [quote, backslash, colon, comma, openArray, closeArray, openObject, closeObject] =
  Buffer.from('"\\:,[]{}');

/** The most bytes of an entry: longer ones are skipped, so that memory is bounded. Two bodies in base64 fit. */
export const longestEntry = 3 * longestBody;
const deepestName = 3;
const longestName = 64;

type EntryEvents = {
  /** The bytes of an entry; undefined if it is too long. */
  readonly onEntry: (bytes: Buffer | undefined) => void;
  /** The creator, if it comes before the entries. */
  readonly onCreator: (name: string) => void;
};

/**
 * Splits an HTTP archive into entries, chunk by chunk. Following only braces and strings is many times faster than
 * parsing, and an invalid entry affects no other.
 */
export function splitEntries({ onEntry, onCreator }: EntryEvents) {
  /** The open name at each depth. */
  const names: string[] = [];
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let text = '';
  let hasBegun = false;
  let isComplete = false;
  let pieces: Buffer[] | undefined;
  let length = 0;

  const isIn = (...path: readonly string[]): boolean =>
    path.every((name, index) => names[index + 1] === name);
  const isAmongEntries = (): boolean => hasBegun && !isComplete;

  function take(piece: Buffer): void {
    length += piece.byteLength;
    if (length <= longestEntry) pieces?.push(piece);
    else pieces = [];
  }

  function end(): void {
    const [first, ...others] = pieces ?? [];
    if (length > longestEntry || !first) onEntry(undefined);
    else onEntry(others.length === 0 ? first : Buffer.concat([first, ...others]));
    pieces = undefined;
    length = 0;
  }

  function readText(chunk: Buffer, from: number): number {
    if (isEscaped) {
      isEscaped = false;
      return from + 1;
    }
    const found = chunk.indexOf(quote ?? 0, from);
    const end = found === -1 ? chunk.length : found;
    let slashes = 0;
    while (end - slashes > from && chunk[end - slashes - 1] === backslash) slashes += 1;
    const isOpen = slashes % 2 === 1;
    if (pieces === undefined && text.length <= longestName)
      text += chunk.toString('latin1', from, Math.min(end, from + longestName + 1));
    if (found === -1) isEscaped = isOpen;
    else if (!isOpen) {
      isText = false;
      if (isIn('log', 'creator', 'name') && depth === 3) onCreator(text);
    }
    return end + 1;
  }

  function name(field: string): void {
    if (depth <= deepestName) names[depth] = field;
  }

  function open(isArray: boolean): void {
    depth += 1;
    name('');
    if (isArray && depth === 3 && !hasBegun && isIn('log', 'entries')) hasBegun = true;
  }

  function close(): void {
    depth -= 1;
    if (depth === 2 && isAmongEntries()) isComplete = true;
  }

  return {
    /** Whether the list of entries began, and whether it ended. */
    state: () => ({ hasBegun, isComplete }),
    write: (chunk: Buffer): void => {
      let begun = pieces === undefined ? -1 : 0;
      for (let index = 0; index < chunk.length; ) {
        if (isText) {
          index = readText(chunk, index);
          continue;
        }
        const byte = chunk[index];
        if (byte === quote) {
          isText = true;
          text = '';
        } else if (byte === openObject || byte === openArray) {
          if (isAmongEntries() && depth === 3) {
            pieces = [];
            begun = index;
          }
          open(byte === openArray);
        } else if (byte === closeObject || byte === closeArray) {
          close();
          if (pieces !== undefined && depth === 3) {
            take(chunk.subarray(begun, index + 1));
            end();
            begun = -1;
          }
        } else if (pieces === undefined && (byte === colon || byte === comma)) {
          name(byte === colon ? text : '');
        }
        index += 1;
      }
      if (pieces !== undefined) take(chunk.subarray(begun));
    },
  };
}
