import type { Contract } from '../../src/contract/contract.ts';
import type { Transport } from '../../src/wire/exchange.ts';
import type { Result } from '../engine/verdict.ts';
import { findingOf, type Showing } from './compile.ts';
import { openLedger } from './ledger.ts';
import type { Finding } from './report.ts';
import { allForms } from './secret-forms.ts';
import { secretsOf } from './vouched.ts';

/** Findings while a run goes on, with every secret hidden that has come so far. */
export type LiveFindings = {
  /** The transport to run over: what passes it is watched for secrets. */
  readonly transport: Transport;
  readonly onResult: (result: Result) => void;
};

/** Tells of results as they may be shown, while there is no report yet. */
export function liveFindings(
  terms: Omit<Showing, 'secrets'> & { readonly contract: Contract },
  transport: Transport,
  onFinding: (finding: Finding) => void,
): LiveFindings {
  const ledger = openLedger(terms.contract, transport);
  const vouched = secretsOf(terms.target);
  let known: readonly string[] = [];
  let forms = allForms(vouched);
  return {
    transport: ledger.transport,
    onResult: (result) => {
      const brought = ledger.secrets();
      if (brought.length > known.length) {
        known = brought;
        forms = allForms([...vouched, ...brought]);
      }
      onFinding(findingOf(result, { ...terms, secrets: forms }));
    },
  };
}
