import type { SecretNames } from './names.ts';
import { createRedactor, mostCharacters, type Redactor } from './redactor.ts';

export function rememberSecrets(mostSecrets = 2000) {
  const known = new Set<string>();
  // Half of what a redactor remembers, since what is shown may have as many.
  let characters = 0;
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
    take: (secrets: readonly string[]): boolean => secrets.map(remember).includes(true),
    all: (): string[] => [...known],
  };
}

/**
 * Makes a redactor of declared and recent secrets. It learns secrets as they come, and is replaced once it knows
 * many forgotten ones.
 */
export function redactingLatest(
  declaredSecrets: readonly string[],
  names: SecretNames,
  mostSecrets: number,
): (secrets: readonly string[]) => Redactor {
  const secrets = rememberSecrets(mostSecrets);
  let redactor = createRedactor(declaredSecrets, names);
  let characters = 0;
  let count = 0;
  return (some) => {
    if (!secrets.take(some)) return redactor;
    count += some.length;
    characters += some.reduce((sum, { length }) => sum + length, 0);
    if (count <= 2 * mostSecrets && characters <= mostCharacters / 4) redactor.learn(some);
    else {
      redactor = createRedactor([...declaredSecrets, ...secrets.all()], names);
      [count, characters] = [0, 0];
    }
    return redactor;
  };
}
