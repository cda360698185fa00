import { mostCharacters } from '../../src/secrets/known-secrets.ts';

/** Remembers what strangers would not want to see in a report. */
export type Secrets = {
  /** Tells whether any was new. */
  readonly take: (secrets: readonly string[]) => boolean;
  readonly all: () => string[];
};

/** Opens a memory for the secrets of exchanges, as they were before anything was taken from them: for those that came last. */
export function rememberSecrets(mostSecrets = 2000): Secrets {
  const known = new Set<string>();
  // Half of what a redactor remembers: what is shown may name as many again.
  let characters = 0;
  /** What was not met for longest is forgotten first. */
  const remember = (secret: string): boolean => {
    if (secret.length > mostCharacters / 2) return false;
    const isNew = !known.delete(secret);
    known.add(secret);
    if (isNew) characters += secret.length;
    for (const oldest of known) {
      if (known.size <= mostSecrets && characters <= mostCharacters / 2) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return isNew;
  };
  return {
    take: (secrets) => secrets.map(remember).includes(true),
    all: () => [...known],
  };
}
