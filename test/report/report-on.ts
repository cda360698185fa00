import { createCheck, type Terms } from '../../conformance/check.ts';
import type { Target } from '../../conformance/core/target.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { conforming, contract, ruleSet, target } from '../shipped.ts';

/** The first fault of each of these rules, put in front of a conforming stub. */
export function faultyIn(...ids: readonly string[]): Transport {
  const mutants = ids.map((id) => {
    const fault = ruleSet.rules.find((rule) => rule.id === id)?.mutants[0];
    if (!fault || !('wire' in fault)) throw new Error(`${id} has no fault on the wire`);
    return fault.wire;
  });
  return conforming({ mutants });
}

/** The report of a whole run in process, with everything that was sent. */
export async function reportOn(
  transport: Transport,
  { target: other = target, ...terms }: Terms & { readonly target?: Target } = {},
): Promise<Report> {
  const check = await createCheck({ contract, target: other }, { record: true, ...terms });
  return check.run(transport);
}
