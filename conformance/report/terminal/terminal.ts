import { addedAbove, widestVerdict } from '../../engine/conclude.ts';
import type { Report } from '../report.ts';
import { plainDeep } from '../text/plain.ts';
import { counted, subjectOf, verdictIn } from '../text/words.ts';
import { alsoSeen, intermittent, transientFailures, unavailable } from './asides.ts';
import { failures, variables, warnings } from './findings.ts';
import { errors, inconclusive, untested } from './open.ts';
import type { Style } from './style.ts';
import { counts, observations } from './tables.ts';
import { wrapped } from './wrap.ts';

/** The report as it is read on a terminal: what is broken first, the headline last. */
export function terminal(report: Report, style: Style): string {
  const clean = plainDeep(report);
  const parts = [
    subject,
    unavailable,
    failures,
    variables,
    warnings,
    errors,
    inconclusive,
    intermittent,
    alsoSeen,
    transientFailures,
    counts,
    observations,
    untested,
    circumstances,
  ];
  const above = parts.flatMap((part) => part(clean, style)).join('\n\n');
  // The verdict stays on one line: scripts read it.
  return `${wrapped(above)}\n\n${lastLine(clean, style)}\n`;
}

const subject = (report: Report, { colours }: Style): string[] => [
  colours.dim(report.recorded ? `recorded traffic of ${subjectOf(report)}` : `checked ${subjectOf(report)}`),
];

function circumstances(report: Report, { colours }: Style): string[] {
  const { target, contract, seed, requests, durationMs, created, recorded } = report;
  const facts = [
    target,
    `contract ${contract.version} (${contract.sha256.slice(0, 12)})`,
    ...(recorded ? [`${counted(recorded.judged, 'exchange')} judged`, ...recorded.notes] : [`seed ${seed}`]),
    ...(recorded ? [] : [counted(requests, 'request')]),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...(created.length > 0 ? [`${counted(created.length, 'created record')}`] : []),
  ];
  return [colours.dim(facts.join(' · '))];
}

/** The verdict and why. */
export function lastLine(report: Report, { colours }: Style): string {
  const { verdict, why, remedy, addTo } = report.headline;
  const { green, red, yellow } = colours;
  const colour = verdict === 'violates' ? red : verdict === 'undetermined' ? yellow : green;
  const advice = remedy === undefined ? [] : [`; add to ${addTo}: ${remedy}`, addedAbove];
  const left = widestVerdict - `${verdictIn(report)} — ${why}`.length;
  const missing = advice.find(({ length }) => length <= left) ?? '';
  return `${colour(colours.bold(verdictIn(report)))} — ${why}${missing}`;
}
