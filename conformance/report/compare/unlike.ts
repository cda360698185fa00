import { printNames } from '../../core/print.ts';
import type { ReadReport } from '../json/read-report.ts';

/** How many of a list are named. */
const most = 3;

/** What runs that are to be compared have in common: its name, and how it is read from a report. */
const words: readonly (readonly [string, (report: ReadReport) => string])[] = [
  ['contract', ({ contract }) => `${contract.version} (${contract.sha256.slice(0, 12)})`],
  ['checked', ({ referenceStub }) => (referenceStub ? 'the stub' : 'a server')],
  ['judged', ({ recorded }) => (recorded ? 'recorded traffic' : 'a check')],
  ['seed', ({ seed }) => String(seed)],
  ['a broken should', ({ strict }) => (strict ? 'counts' : 'is a warning')],
];

/** The same for what is a list. */
const lists: readonly (readonly [string, (report: ReadReport) => readonly string[]])[] = [
  ['constraints amended by Overlays', ({ amended = [] }) => amended],
  ['nodes', ({ nodes }) => nodes.map(({ hierarchy, node }) => `${hierarchy}/${node}`.toLowerCase())],
  ['--only', ({ selection }) => selection?.only ?? []],
  ['--skip', ({ selection }) => selection?.skip ?? []],
  ['--require', ({ required = [] }) => required],
];

/** In what two runs were not alike, a line each: what they show may differ for that reason. */
export function unlike(before: ReadReport, after: ReadReport): string[] {
  return [
    ...words.flatMap(([name, read]) => {
      const [one, other] = [read(before), read(after)];
      return one === other ? [] : [`${name}: ${one} before, ${other} after`];
    }),
    ...lists.flatMap(([name, read]) => {
      const [one, other] = [read(before), read(after)];
      const parts = [...only(one, other, 'before'), ...only(other, one, 'after')];
      return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`];
    }),
  ];
}

/** What is in one list and not in the other. */
function only(list: readonly string[], other: readonly string[], when: 'before' | 'after'): string[] {
  const own = [...new Set(list)].filter((one) => !other.includes(one)).sort();
  return own.length === 0 ? [] : [`${printNames(own, most)} only ${when}`];
}
