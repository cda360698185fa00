import { character, pointAt, type Reading, withoutGaps } from './decode.ts';

/** Six bytes or more in hex: alone, with `0x` before each, or with something between them. */
const inHex = /(?:0x)?[\da-f]{2}(?:[\s,:;-]{0,40}(?:0x)?[\da-f]{2}){5,65535}/gi;

/** Ids are in hex as well, and are everywhere: no software writes other bytes like them. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The same as plain numbers. */
const inDecimal = /\d{1,3}(?:[\s,;]{1,40}\d{1,3}){5,65535}/g;
const number = /\d+/g;

/** Bytes of a text, and from where to where each is written. */
type Written = { readonly bytes: number[]; readonly from: number[]; readonly to: number[] };

/** What a text says where it lists bytes, in hex or as numbers, and where it is of UTF-16; apart from each other. */
export function* bytesIn(text: string): Generator<Reading> {
  for (const { 0: run, index } of runsOf(inHex, text)) {
    if (uuid.test(run)) continue;
    const digits = digitsOf(run);
    // What is before a list may be a digit as well.
    for (const first of [0, 1]) yield readingOf(pairs(run, digits, first, index));
  }
  for (const { 0: run, index } of runsOf(inDecimal, text)) yield readingOf(numbers(run, index));
  if (text.includes('\0')) yield withoutGaps(text, /\0/g);
}

/** How far before its end a list is read that was cut short, in characters. */
const readBefore = 384;

/** What a list of bytes says that ends at a place of a text, where it was cut short. Of its last number a part may be missing. */
export function* bytesBefore(text: string, end: number): Generator<Reading> {
  let start = end;
  while (start > 0 && start > end - readBefore && /[\da-fx\s,;:-]/i.test(text[start - 1] ?? '')) start -= 1;
  const run = text.slice(start, end);
  if (run.length < 6) return;
  if (/^[\d\s,;]+$/.test(run)) yield readingOf(numbers(run, start));
  const digits = digitsOf(run);
  for (const first of [0, 1]) yield readingOf(pairs(run, digits, first, start));
}

/** How much of a long list is read again with what follows, in characters: more than what is looked for takes. */
const readAgain = 16 * 1024;

/** Lists of bytes, long ones in parts: what is kept of each byte takes far more memory than the byte. */
function* runsOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const run = new RegExp(pattern);
  for (let match = run.exec(text); match; match = run.exec(text)) {
    yield match;
    if (match[0].length > 2 * readAgain) run.lastIndex -= readAgain;
  }
}

/** The places of the digits in hex, without those of `0x`. */
function digitsOf(run: string): number[] {
  const places: number[] = [];
  for (let index = 0; index < run.length; index += 1) {
    const code = run.charCodeAt(index) | 0x20;
    if (code === 0x78) places.pop();
    else if ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66)) places.push(index);
  }
  return places;
}

function pairs(run: string, places: readonly number[], first: number, start: number): Written {
  const written: Written = { bytes: [], from: [], to: [] };
  for (let index = first; index + 1 < places.length; index += 2) {
    const [high = 0, low = 0] = [places[index], places[index + 1]];
    add(written, Number.parseInt(run.charAt(high) + run.charAt(low), 16), start + high, start + low + 1);
  }
  return written;
}

function numbers(run: string, start: number): Written {
  const written: Written = { bytes: [], from: [], to: [] };
  for (const { 0: digits, index } of run.matchAll(number))
    add(written, Number(digits) & 0xff, start + index, start + index + digits.length);
  return written;
}

/** Adds a byte. In UTF-16 every other one is zero. */
function add({ bytes, from, to }: Written, byte: number, begin: number, end: number): void {
  if (byte === 0) return;
  bytes.push(byte);
  from.push(begin);
  to.push(end);
}

/** The characters of bytes, which are UTF-8, or UTF-16 that has a zero in each pair. */
function readingOf({ bytes, from, to }: Written): Reading {
  const octets = Uint8Array.from(bytes);
  const pieces: string[] = [];
  /** Of each character, the first and the last byte. */
  const firsts: number[] = [];
  const lasts: number[] = [];
  for (let index = 0; index < octets.length; ) {
    const { point, length } = pointAt(octets, index);
    const said = character(point);
    pieces.push(said);
    for (let unit = 0; unit < said.length; unit += 1) {
      firsts.push(index);
      lasts.push(index + length - 1);
    }
    index += length;
  }
  return {
    text: pieces.join(''),
    rangeOf: (begin, end) => ({ from: from[firsts[begin] ?? 0] ?? 0, to: to[lasts[end - 1] ?? 0] ?? 0 }),
  };
}
