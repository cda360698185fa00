import picocolors from 'picocolors';
import type { Finding, Law } from '../../conformance/proof/trials.ts';
import { plain } from '../../conformance/report/plain.ts';

const laws: Record<Law, string> = {
  kills: 'mutants are caught by the rule that carries them',
  choices: 'honest variants are accused by no rule',
  sight: 'choices have alternatives that an observation tells apart',
  mute: 'servers that say nothing are believed by no rule',
};

/** Of a hundred mutants, on how many only the one rule has to fail. */
const alone = 0.9;

/** The matrix of a proof, and whether it holds. On a live target, it holds if anything at all would be seen. */
export function proofSheet(
  findings: readonly Finding[],
  { verbose, isLive }: { readonly verbose: boolean; readonly isLive: boolean },
): { readonly text: string; readonly holds: boolean } {
  const kills = findings.filter(({ law }) => law === 'kills');
  const killed = kills.filter(({ holds }) => holds);
  const clean = killed.filter(({ others }) => others.length === 0);
  const short = findings.filter(({ holds }) => !holds);
  const lines = [...rows(isLive ? kills.filter(({ holds }) => holds) : kills, verbose), ''];
  lines.push(...(isLive ? unseen(short) : short.flatMap(shortcoming)));
  for (const [law, words] of Object.entries(laws)) {
    const own = findings.filter((finding) => finding.law === law);
    if (own.length > 0)
      lines.push(`${law.padEnd(8)} ${own.filter(({ holds }) => holds).length} of ${own.length} ${words}`);
  }
  if (!isLive) lines.push(`alone    ${clean.length} of ${killed.length} of these make no other rule fail`);
  const holds = isLive ? killed.length > 0 : short.length === 0 && clean.length >= alone * killed.length;
  return { text: lines.join('\n'), holds };
}

/** A trial that did not hold, and why. */
const shortcoming = ({ law, subject, trial, said }: Finding): string[] => [
  picocolors.red(`✗ ${law}  ${subject} · ${trial}`),
  `    ${plain(said)}`,
];

/** On a live target: which faults would go unseen there, by what keeps them from being seen. */
function unseen(short: readonly Finding[]): string[] {
  return [...Map.groupBy(short, ({ said }) => said)].flatMap(([said, own]) => [
    `${own.length} would go unseen: ${plain(said)}`,
    ...own.map(({ subject, trial }) => `    ${subject} · ${trial}`),
    '',
  ]);
}

/** One row a rule: how many of its mutants it fails on, and which other rules fail with it. */
function rows(kills: readonly Finding[], verbose: boolean): string[] {
  const bySubject = Map.groupBy(kills, ({ subject }) => subject);
  return [...bySubject].flatMap(([rule, own]) => {
    const killed = own.filter(({ holds }) => holds).length;
    const others = [...new Set(own.flatMap(({ others }) => others))];
    if (!verbose && killed === own.length && others.length === 0) return [];
    const mark = killed === own.length ? picocolors.green('✓') : picocolors.red('✗');
    const besides = others.length === 0 ? '' : `  besides: ${others.join(', ')}`;
    return [`${mark} ${rule.padEnd(60)} ${killed}/${own.length}${besides}`];
  });
}
