/** A text with its percent signs decoded, or as it is if one of them is not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes text, also text of a server with half of a character, which `encodeURIComponent` rejects. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());
