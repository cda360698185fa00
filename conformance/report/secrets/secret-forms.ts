/** Shorter pieces of base64 could stand in any text by chance. */
const shortestPiece = 6;

/**
 * A secret in every form in which a server may give it back: as it stands, in a form, in a page, escaped by
 * another JSON writer, or in base64, alone or in the middle of something longer (as Basic credentials are).
 */
export function secretForms(secret: string): string[] {
  const forms = [
    secret,
    new URLSearchParams([['', secret]]).toString().slice(1),
    encodeURIComponent(secret).replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
    ...inBase64(secret),
  ];
  return [...new Set(forms)];
}

/** All secrets in all their forms, the longest first, so that none is hidden only in part. */
export const allForms = (secrets: readonly string[]): string[] =>
  [...new Set(secrets.flatMap(secretForms))].sort((one, other) => other.length - one.length);

/** The characters of base64 that depend on the secret alone, wherever in a text it begins. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString('base64');
  const pieces = [0, 1, 2].map((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return padded.slice(Math.ceil((before * 8) / 6), last);
  });
  const plain = [whole, ...pieces].filter((piece) => piece.length >= shortestPiece);
  return plain.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);
}
