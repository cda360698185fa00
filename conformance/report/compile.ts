import type { Clause, Contract } from '../../src/contract/contract.ts';
import { conceal } from '../../src/wire/secrets.ts';
import { exitCode, headline } from '../engine/headline.ts';
import type { Rule } from '../engine/rule.ts';
import type { Target } from '../engine/target.ts';
import type { Result, Sighting } from '../engine/verdict.ts';
import type { Counts, Finding, Report } from './report.ts';
import { show } from './shown.ts';
import { version } from './version.ts';
import { repeatLine } from './vouched.ts';

/** What a finished run hands over. Unlike a report, it holds secrets. */
export type Outcome = {
  readonly contract: Contract;
  readonly target: Target;
  readonly rules: readonly Rule[];
  readonly results: readonly Result[];
  readonly observations: readonly Sighting[];
  /** Whether a broken `should` counts. */
  readonly strict: boolean;
  /** Ids of rules that have to pass. */
  readonly required: ReadonlySet<string>;
  /** What must not be shown. */
  readonly secrets: readonly string[];
} & Pick<Report, 'seed' | 'nonce' | 'created' | 'requests' | 'durationMs'>;

/** Makes the report of a run. From here on no secret is left in it. */
export function compileReport(outcome: Outcome): Report {
  const { contract, target, results, observations, strict, required, secrets } = outcome;
  const { seed, nonce, created, requests, durationMs } = outcome;
  const word = headline(results, outcome.rules, { strict, required });
  const findings = results.map((result) => finding(result, outcome));
  return {
    assay: version,
    contract: { version: contract.version, sha256: contract.sha256 },
    target: target.baseUrl,
    seed,
    nonce,
    strict,
    headline: conceal(word, secrets),
    exitCode: exitCode(results, word),
    counts: count(findings),
    results: findings,
    observations: conceal(observations, secrets),
    created,
    requests,
    durationMs,
    clauses: clausesOf(contract, [...results, ...observations]),
  };
}

function finding(result: Result, { target, strict, required, secrets }: Outcome): Finding {
  const { exchanges, ...told } = result;
  const shown = result.verdict === 'fail' ? exchanges[0] : exchanges.at(-1);
  return {
    ...conceal(told, secrets),
    warning: result.verdict === 'fail' && result.level !== 'must' && !strict && !required.has(result.rule),
    ...(shown ? { reproduce: conceal(repeatLine(target, shown.call), secrets) } : {}),
    exchanges: exchanges.map((exchange) => show(exchange, secrets)),
  };
}

function count(findings: readonly Finding[]): Counts {
  const counts = { pass: 0, fail: 0, warning: 0, unexercised: 0, inconclusive: 0, skipped: 0, error: 0 };
  for (const { verdict, warning } of findings) counts[warning ? 'warning' : verdict] += 1;
  return counts;
}

function clausesOf(contract: Contract, named: readonly { clause: string }[]): Record<string, Clause> {
  const ids = [...new Set(named.map(({ clause }) => clause))];
  return Object.fromEntries(
    ids.flatMap((id) => {
      const clause = contract.clauses.get(id);
      return clause ? [[id, clause]] : [];
    }),
  );
}
