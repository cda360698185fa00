import { createCheck } from '../../conformance/check.ts';
import type { RuleMutant } from '../../conformance/core/rule.ts';
import { har } from '../../conformance/report/har.ts';
import type { Report } from '../../conformance/report/report.ts';
import { readPins, type TargetFile } from '../../conformance/target/target-file.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { catalog } from '../sample-catalog.ts';
import { conforming, contract, faulty, ruleSet, target, targetFor } from '../shipped.ts';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { inspectWritten } from './written-archive.ts';

/**
 * Rules that the record of a check does not tell as the check did, each with the reason. Everything else that a check
 * finds is found again in its record.
 */
export const liveOnly: Readonly<Record<string, string>> = {
  'application-key/client-secret-distinct': 'a record of a check holds no secrets that could be compared',
};

/** What a check found, and what inspecting its record finds. */
type JudgedAgain = { readonly found: readonly string[]; readonly again: readonly string[] };

/** Every fault on the wire that a rule must catch, with its rule. */
export const wireMutants: readonly { readonly rule: string; readonly mutant: RuleMutant }[] =
  ruleSet.rules.flatMap(({ id, mutants }) =>
    mutants.flatMap((mutant) => ('amend' in mutant ? [] : [{ rule: id, mutant }])),
  );

/** Checks the stub, with a fault or without, writes what was sent as an HTTP archive, and inspects that with the target file of the check. */
export async function judgeAgain(
  mutant?: RuleMutant,
  choices: TargetFile['choices'] = {},
): Promise<JudgedAgain> {
  const pinned = { ...target, choices: readPins(contract, choices) };
  const check = await createCheck({ contract, ruleSet, target: pinned }, { record: true, patience: 0 });
  const report = await check.run(mutant ? faulty(mutant) : conforming());
  const again = await inspectWritten([har(report)], {
    contract,
    target: { ...targetOfCatalog(catalog, target.baseUrl), choices },
  });
  return { found: foundIn(report), again: foundIn(again) };
}

/** Checks the stub with some choices, and inspects the record as that of a stranger, of whom nothing is known. */
export async function judgeUnknown(choices: Partial<Choices>): Promise<Report> {
  const check = await createCheck(
    { contract, ruleSet, target: targetFor(choices) },
    { record: true, patience: 0 },
  );
  return inspectWritten([har(await check.run(conforming({ choices })))], { contract });
}

/** Whether the record of a check tells what the check found, too. */
export const isTold = (finding: string): boolean =>
  !Object.keys(liveOnly).some((rule) => finding.startsWith(rule));

/** The rules that are broken, and those that were seen broken once. */
export const foundIn = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict, intermittent = [] }) => [
    ...(verdict === 'fail' || verdict === 'error' ? [`${rule}: ${verdict}`] : []),
    ...(intermittent.length > 0 ? [`${rule}: seen once`] : []),
  ]);
