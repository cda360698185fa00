const [quote, backslash, openArray, closeArray, openObject, closeObject] = Buffer.from('"\\[]{}');

/** The part of a text that ends with the first object or array in it; all of it where none is closed. */
export function leadingValue(text: Uint8Array): Uint8Array {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (isText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) {
      isText = true;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
      if (depth === 0) return text.subarray(0, index + 1);
    }
  }
  return text;
}
