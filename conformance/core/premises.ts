import type { Exchange } from '../../src/http/exchange.ts';
import type { Premises, Present } from './context.ts';
import type { Remedy } from './remedies.ts';
import { Withheld } from './verdict.ts';

/** How many exchanges are shown of what keeps a recheck from seeing. */
export const mostShown = 2;

/** States premises and occasions; what is withheld rests on the exchanges that came last. */
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
