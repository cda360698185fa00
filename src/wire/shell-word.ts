/** A value that must not be printed, and the shell variable that stands for it. */
export type Vouched = { readonly value: string; readonly variable: string };

/** Line breaks are left in full: the shell drops them at the end of what an expression prints. */
const longRun = /([^\n])\1{79,}/;

/** Text as one word of a POSIX shell: quoted where it is plain, expanded where it is not. */
export function shellWord(text: string, vouched: readonly Vouched[]): string {
  const hidden = vouched.find(({ value }) => value !== '' && text.includes(value));
  if (hidden) {
    return text
      .split(hidden.value)
      .map((part) => quotedOrNothing(part, vouched))
      .join(`"$${hidden.variable}"`);
  }
  const run = longRun.exec(text);
  if (!run) return quote(text);
  const [long, character = ''] = run;
  const before = text.slice(0, run.index);
  const after = text.slice(run.index + long.length);
  return (
    quotedOrNothing(before, vouched) + repeated(character, long.length) + quotedOrNothing(after, vouched)
  );
}

/** Bytes as a format of printf: for what is no text, or holds what a shell cannot. */
export function binaryText(bytes: Uint8Array): string {
  const escaped = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ -~]/.test(character) && !/[\\%']/.test(character)
      ? character
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${escaped.join('')}'`;
}

/** An expression that prints a character many times. It comes last in the format, which may not begin with a dash. */
function repeated(character: string, count: number): string {
  const literal = { '%': '%%', '\\': '\\\\', "'": "'\\''" }[character] ?? character;
  return `"$(printf '%.0s${literal}' $(seq ${count}))"`;
}

const quotedOrNothing = (text: string, vouched: readonly Vouched[]): string =>
  text === '' ? '' : shellWord(text, vouched);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
