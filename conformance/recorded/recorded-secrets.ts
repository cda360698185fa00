import { createRedactor, mostCharacters, type Redactor } from '../../src/secrets/redactor.ts';

/** Remembers what foreign products would not want to see in a report. */
type Secrets = {
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

/**
 * A redactor for exchanges that come one after the other: it knows what was known-good, and the secrets that came last. It
 * learns them as they come, and is made anew only once it knows as many that are forgotten.
 */
export function redactingLatest(
  declaredSecrets: readonly string[],
  mostSecrets = 2000,
): (secrets: readonly string[]) => Redactor {
  const secrets = rememberSecrets(mostSecrets);
  let redactor = createRedactor(declaredSecrets);
  let characters = 0;
  let count = 0;
  return (some) => {
    if (!secrets.take(some)) return redactor;
    count += some.length;
    characters += some.reduce((sum, { length }) => sum + length, 0);
    if (count <= 2 * mostSecrets && characters <= mostCharacters / 4) redactor.learn(some);
    else {
      redactor = createRedactor([...declaredSecrets, ...secrets.all()]);
      [count, characters] = [0, 0];
    }
    return redactor;
  };
}
