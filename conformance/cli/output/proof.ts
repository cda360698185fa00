import { printNames } from '../../../src/print.ts';
import type { Law, LawResult } from '../../proof/trials.ts';
import type { Colours } from '../../report/escaping.ts';
import { printable } from '../../report/escaping.ts';

const lawWords: Record<Law, string> = {
  kills: 'mutants are caught by their rule',
  choices: 'conforming variants cause no false positive',
  observations: 'observations report exactly the options that the stub was configured with',
  mute: 'servers that say nothing pass no rule',
};

/** The share of mutants on which no other rule may fail. */
const requiredAlone = 0.9;

/** How many of the mutants are named on which another rule fails. */
const mostNamed = 2;

const legend =
  'Mutants (planted faults) that each rule finds, of those planted for it; "also fails" names other rules that fail on some of them, and on which:';

type ProofStyle = {
  readonly verbose: boolean;
  readonly isLive: boolean;
  /** Whether only some rules were tried: of few mutants, no share is required. */
  readonly isPart: boolean;
  readonly colours: Colours;
};

/** The results of a proof, and whether it passes. On a live target, one mutant that would be found is enough. */
export function proofText(
  findings: readonly LawResult[],
  { verbose, isLive, isPart, colours }: ProofStyle,
): { readonly text: string; readonly holds: boolean } {
  const kills = findings.filter(({ law }) => law === 'kills');
  const killed = kills.filter(({ holds }) => holds);
  const alone = killed.filter(({ others }) => others.length === 0);
  const failed = findings.filter(({ holds }) => !holds);
  const found = proofRows(isLive ? killed : kills, verbose, colours);
  const lines = [...(found.length > 0 ? [legend] : []), ...found, ''];
  lines.push(...(isLive ? unseen(failed) : failed.flatMap((finding) => failedTrial(finding, colours))));
  for (const [law, words] of Object.entries(lawWords)) {
    const own = findings.filter((finding) => finding.law === law);
    if (own.length > 0)
      lines.push(`${law.padEnd(13)} ${own.filter(({ holds }) => holds).length} of ${own.length} ${words}`);
  }
  if (!isLive)
    lines.push(
      `alone         ${alone.length} of ${killed.length} make no other rule fail; of the mutants of all rules, ${requiredAlone * 100} % have to, so that one fault gives one finding`,
    );
  const holds = isLive
    ? killed.length > 0
    : failed.length === 0 && (isPart || alone.length >= requiredAlone * killed.length);
  return { text: lines.join('\n'), holds };
}

/** A trial that failed, and why. */
const failedTrial = ({ law, subject, trial, said }: LawResult, colours: Colours): string[] => [
  colours.red(`✗ ${law}  ${subject} · ${trial}`),
  `    ${printable(said)}`,
];

/** The mutants that would go unseen on a live target, grouped by the reason. */
function unseen(failed: readonly LawResult[]): string[] {
  return [...Map.groupBy(failed, ({ said }) => said)].flatMap(([said, own]) => [
    `${own.length} would go unseen: ${printable(said)}`,
    ...own.map(({ subject, trial }) => `    ${subject} · ${trial}`),
    '',
  ]);
}

/** One row for each rule: how many of its mutants it catches, and which other rules fail as well, on which of them. */
function proofRows(kills: readonly LawResult[], verbose: boolean, colours: Colours): string[] {
  const bySubject = Map.groupBy(kills, ({ subject }) => subject);
  return [...bySubject].flatMap(([rule, own]) => {
    const killed = own.filter(({ holds }) => holds).length;
    const others = Map.groupBy(
      own.flatMap((kill) => kill.others.map((other) => ({ other, mutant: kill.trial }))),
      ({ other }) => other,
    );
    if (!verbose && killed === own.length && others.size === 0) return [];
    const mark = killed === own.length ? colours.green('✓') : colours.red('✗');
    const named = [...others].map(([other, some]) => {
      const mutants = some.map(({ mutant }) => mutant);
      return `${other} (${printNames(mutants, mostNamed)})`;
    });
    const alsoFailing = named.length === 0 ? '' : `  also fails: ${named.join(', ')}`;
    return [`${mark} ${rule.padEnd(60)} ${killed}/${own.length}${alsoFailing}`];
  });
}
