/** A value that must not be printed, and the shell variable that is printed instead. */
export type SecretValue = { readonly value: string; readonly variable: string };

/** Line breaks are not shortened: the shell removes them at the end of a command substitution. */
const longRun = /([^\n])\1{79,}/;

/** Text as one word of a POSIX shell: quoted, except for secrets and long runs, which are expanded. */
export function shellWord(text: string, secretValues: readonly SecretValue[]): string {
  const secret = secretValues.find(({ value }) => value !== '' && text.includes(value));
  if (secret) {
    return text
      .split(secret.value)
      .map((part) => quotedUnlessEmpty(part, secretValues))
      .join(`"$${secret.variable}"`);
  }
  const run = longRun.exec(text);
  if (!run) return quote(text);
  const [long, character = ''] = run;
  const before = text.slice(0, run.index);
  const after = text.slice(run.index + long.length);
  return (
    quotedUnlessEmpty(before, secretValues) +
    repeated(character, long.length) +
    quotedUnlessEmpty(after, secretValues)
  );
}

/** Bytes as a format of printf, for content that a shell word cannot hold. */
export function binaryText(bytes: Uint8Array): string {
  const escaped = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ -~]/.test(character) && !/[\\%']/.test(character)
      ? character
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${escaped.join('')}'`;
}

/** A command that prints a character many times. The character comes last, as a format must not begin with a dash. */
function repeated(character: string, count: number): string {
  const literal = { '%': '%%', '\\': '\\\\', "'": "'\\''" }[character] ?? character;
  return `"$(printf '%.0s${literal}' $(seq ${count}))"`;
}

const quotedUnlessEmpty = (text: string, secretValues: readonly SecretValue[]): string =>
  text === '' ? '' : shellWord(text, secretValues);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
