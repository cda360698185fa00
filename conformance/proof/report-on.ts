import type { Transport } from '../../src/wire/exchange.ts';
import { type Check, runCheck } from '../engine/check.ts';
import type { Report } from '../report/report.ts';
import { contract, honest, observations, rules, target } from './ground.ts';

/** The faults of named rules, put in front of an honest stub. */
export function faultyIn(...ids: readonly string[]): Transport {
  const mutants = ids.flatMap((id) => {
    const breach = rules.find((rule) => rule.id === id)?.mutants[0];
    return breach && 'wire' in breach ? [breach.wire] : [];
  });
  return honest({ mutants });
}

/** The report of a whole run in process, with everything that was sent. */
export const reportOn = (transport: Transport, changes: Partial<Check> = {}): Promise<Report> =>
  runCheck({ contract, catalogue: { rules, observations }, target, transport, record: true, ...changes });
