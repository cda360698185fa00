/** The most secrets that are remembered, and the most characters of all of them: each is kept in every form it may take. */
const mostSecrets = 25_000;
export const mostCharacters = 1_000_000;

/** The secrets that responses returned, within a bound; beyond it whole bodies are redacted. */
type KnownSecrets = {
  /** Adds secrets, and tells which of them are new. */
  readonly add: (secrets: Iterable<string>, onNew: (secret: string) => void) => void;
  /** Whether there were more than are remembered. */
  readonly isFull: () => boolean;
};

/** Opens an empty memory for secrets. */
export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>();
  let characters = 0;
  let isFull = false;
  return {
    add: (secrets, onNew) => {
      for (const secret of secrets) {
        if (isFull) return;
        if (known.has(secret)) continue;
        isFull = known.size >= mostSecrets || characters + secret.length > mostCharacters;
        if (isFull) return;
        known.add(secret);
        characters += secret.length;
        onNew(secret);
      }
    },
    isFull: () => isFull,
  };
}
