/** A body as text: UTF-8, unless its first bytes are those of UTF-16, with a byte order mark or without. */
export function bodyText(body: Uint8Array): string {
  const [first, second, third, fourth] = body;
  const isLittle = (first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth);
  return (isLittle ? littleEndian : isBig ? bigEndian : utf8).decode(body);
}

const utf8 = new TextDecoder();
const littleEndian = new TextDecoder('utf-16le');
const bigEndian = new TextDecoder('utf-16be');
