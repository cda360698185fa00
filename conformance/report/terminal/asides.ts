import { lineOf } from '../../core/unavailable.ts';
import type { Report } from '../report.ts';
import { transientFailureLine } from '../text/asides.ts';
import { mostTransientFailures } from '../text/notes.ts';
import { requestLine } from '../text/request-line.ts';
import { counted } from '../text/words.ts';
import { labelled, type Style } from './style.ts';

/** Operations and nodes that could not be judged, each on one line. */
export const unavailable = ({ unavailable: all = [] }: Report, { colours }: Style): string[] =>
  all.length === 0 ? [] : [all.map((one) => `${colours.yellow('○')} ${lineOf(one)}`).join('\n')];

/** Relations between responses that failed once and held when they were rechecked: no violation, and no secret. */
export const intermittent = ({ results }: Report, style: Style): string[] =>
  results.flatMap(({ rule, intermittent: once = [] }) =>
    once
      .slice(0, style.verbose ? undefined : 1)
      .map(({ expected, saw, exchanges }) =>
        [
          style.colours.yellow(`◌ ${rule}  intermittent`) +
            (style.verbose || once.length === 1 ? '' : `, ${once.length} times; --verbose shows all`),
          labelled(style, 'expected', expected),
          labelled(style, 'got', `${saw}; on recheck it passed`),
          ...exchanges
            .slice(0, 2)
            .map((exchange, index) =>
              labelled(style, index === 0 ? 'between' : 'and', requestLine(exchange)),
            ),
        ].join('\n'),
      ),
  );

/** Broken rules that were not selected: their evidence came all the same. */
export function alsoSeen({ alsoSeen: found = [] }: Report, { colours }: Style): string[] {
  if (found.length === 0) return [];
  const were = found.length === 1 ? 'was' : 'were';
  const title = `also broken: ${counted(found.length, 'rule')} that ${were} not selected`;
  const lines = found.map(({ rule, level, why = '' }) => `    ${rule} (${level}): ${why}`);
  return [[colours.yellow(title), ...lines].join('\n')];
}

/** Where a gateway or a limiter spoke, or nothing came, and what came of it. */
export function transientFailures(
  { transientFailures: all = [] }: Report,
  { colours, verbose }: Style,
): string[] {
  if (all.length === 0) return [];
  const shown = verbose ? all : all.slice(0, mostTransientFailures);
  const rest = all.length - shown.length;
  const title = `${counted(all.length, 'transient failure')}, which never ${all.length === 1 ? 'decides' : 'decide'} a verdict`;
  return [
    [
      colours.dim(title),
      ...shown.map((one) => `    ${transientFailureLine(one)}`),
      ...(rest > 0 ? [`    and ${rest} more; --verbose shows them`] : []),
    ].join('\n'),
  ];
}
