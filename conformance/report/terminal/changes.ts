import type { Report } from '../report.ts';
import { type Standing, standingOf } from '../standing.ts';
import { plainDeep } from '../text/plain.ts';
import { failures, warnings } from './findings.ts';
import type { Style } from './style.ts';
import { lastLine } from './terminal.ts';
import { wrapped } from './wrap.ts';

/** How a run differs from what was known of its rules before: what broke in full, the rest in a line each. */
export function changes(report: Report, before: ReadonlyMap<string, Standing>, style: Style): string {
  const clean = plainDeep(report);
  const changed = clean.results.filter((finding) => before.get(finding.rule) !== standingOf(finding));
  const isBroken = (standing: Standing): boolean => standing === 'fail' || standing === 'warning';
  const broken = { ...clean, results: changed.filter((finding) => isBroken(standingOf(finding))) };
  const others = changed
    .filter((finding) => !isBroken(standingOf(finding)))
    .map((finding) => {
      const now = standingOf(finding);
      const line = `${finding.rule}  ${before.get(finding.rule) ?? 'new'} → ${now}`;
      if (now === 'pass') return style.colours.green(`✓ ${line}`);
      return `? ${line}${finding.why === undefined ? '' : `: ${finding.why}`}`;
    });
  const parts = [
    ...failures(broken, style),
    ...warnings(broken, style),
    ...(others.length > 0 ? [others.join('\n')] : []),
    ...(changed.length > 0 ? [] : ['nothing changed']),
  ];
  return `${wrapped(parts.join('\n\n'))}\n\n${lastLine(clean, style)}\n`;
}
