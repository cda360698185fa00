/** Longer forms are looked for piece by piece, so that what is compared at one place of a text is bounded. */
const longestPiece = 64;

/** How many characters are folded at a time: millions of replacements at once take hundreds of megabytes. */
const foldedAtOnce = 2 ** 18;

/**
 * Text in which values are compared, as long as the original: letters are small; what the alphabets of base64, forms, and the
 * writers of hex differ in is the same.
 */
export function folded(text: string): string {
  if (text.length <= foldedAtOnce) return foldedPart(text);
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += foldedAtOnce)
    parts.push(foldedPart(text.slice(from, from + foldedAtOnce)));
  return parts.join('');
}

function foldedPart(text: string): string {
  const small = text.toLowerCase();
  // A few letters are longer when they are small.
  const same = small.length === text.length ? small : text.replaceAll(/[A-Z]/g, (one) => one.toLowerCase());
  return same.replaceAll(/[+ :]/g, '-').replaceAll('_', '/');
}

/** What to look for where a secret is to be found: itself, and in base64, alone or in the middle of something longer (as Basic credentials are). */
export function formsOf(secret: string, shortest: number): string[] {
  const forms = [secret, ...inBase64(Buffer.from(secret))];
  return forms.filter((form) => form.length >= shortest).flatMap((form) => piecesOf(folded(form)));
}

/** The characters of base64 that depend on the secret alone, wherever in a text it begins; and all of it, by itself. */
function inBase64(bytes: Buffer): string[] {
  const pieces = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return padded.slice(Math.ceil((before * 8) / 6), last);
  });
  return [bytes.toString('base64').replaceAll('=', ''), ...pieces];
}

/** A form in pieces that cover all of it. */
function piecesOf(form: string): string[] {
  if (form.length <= longestPiece) return [form];
  const pieces: string[] = [];
  for (let from = 0; from + longestPiece < form.length; from += longestPiece)
    pieces.push(form.slice(from, from + longestPiece));
  return [...pieces, form.slice(-longestPiece)];
}
