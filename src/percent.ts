/** A text with its percent signs decoded, or as it is if one of them is not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
