import type { Exchange } from '../../src/http/exchange.ts';
import type { Premises, Present } from './context.ts';
import type { Remedy } from './remedies.ts';
import { Withheld } from './verdict.ts';

/** How many exchanges are shown of what is withheld. */
export const mostShown = 2;

/** Makes the functions that throw a `Withheld`, which shows the last exchanges. */
export function createPremises(recent: readonly Exchange[]): Premises {
  const premise =
    (verdict: 'inconclusive' | 'untested') =>
    <T>(value: T, why: string, remedy?: Remedy): Present<T> => {
      if (value === undefined || value === null || value === false)
        throw new Withheld(verdict, why, remedy, recent.slice(-mostShown));
      return value as Present<T>;
    };
  return { assume: premise('inconclusive'), orUntested: premise('untested') };
}
