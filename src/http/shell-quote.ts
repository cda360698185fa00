/** A value that must not be printed, and the shell variable that is printed instead. */
export type SecretValue = { readonly value: string; readonly variable: string };

/** Line breaks are not shortened: the shell removes them at the end of a command substitution. */
const longRun = /([^\n])\1{79,}/;

/** Text as one word of a POSIX shell: redacted and quoted, except for secrets and long runs, which are expanded. */
export function shellWord(
  given: string,
  secretValues: readonly SecretValue[],
  redact: (text: string) => string,
): string {
  const secret = secretValues.find(({ value }) => value !== '' && given.includes(value));
  if (secret) {
    return given
      .split(secret.value)
      .map((part) => (part === '' ? '' : shellWord(part, secretValues, redact)))
      .join(`"$${secret.variable}"`);
  }
  return wordOf(redact(given));
}

function wordOf(text: string): string {
  const run = longRun.exec(text);
  if (!run) return quote(text);
  const [long, character = ''] = run;
  const before = text.slice(0, run.index);
  const after = text.slice(run.index + long.length);
  return (
    (before === '' ? '' : quote(before)) +
    repeated(character, long.length) +
    (after === '' ? '' : wordOf(after))
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

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
