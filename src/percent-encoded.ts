/** Percent-encodes text, also text of a server with half of a character, which `encodeURIComponent` rejects. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());
