import type { Exchange } from '../../src/http/exchange.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { mostCharacters } from '../../src/secrets/known-secrets.ts';

/** The most secrets that are remembered: those that came last. */
const mostSecrets = 2000;

/** Remembers what strangers would not want to see in a report. */
export type Secrets = {
  /** Tells whether any was new. */
  readonly take: (exchange: Exchange) => boolean;
  readonly all: () => string[];
};

/** Opens a memory for the secrets of recorded exchanges, as they were before anything was taken from them. */
export function rememberSecrets(): Secrets {
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
    take: (exchange) => secretsInExchange(exchange).map(remember).includes(true),
    all: () => [...known],
  };
}
