import { placeOf, stepOf } from '../../core/ladder.ts';
import type { Finding } from '../report.ts';
import { standingOf, thatAre } from '../standing.ts';

type Placed = Pick<Finding, 'rule' | 'operation' | 'topic'>;

/** Orders findings by the steps on which they are, the lowest first. */
export const climbing = <T extends Pick<Finding, 'topic'>>(findings: readonly T[]): T[] =>
  findings.toSorted((one, other) => placeOf(one.topic) - placeOf(other.topic));

/** Findings with one likely cause: the lowest of them, and the others. */
export type Family<T = Finding> = { readonly lead: T; readonly others: readonly T[] };

/** Folds findings that are likely mended together; the lowest steps come first, of each family and of all. */
export const familiesOf = <T extends Placed>(findings: readonly T[]): Family<T>[] =>
  folded(climbing(findings));

/** The broken rules of a report and its warnings, folded: a warning that has its cause in a broken rule is under that. */
export function familiesIn(results: readonly Finding[]): { broken: Family[]; warnings: Family[] } {
  const failing = climbing(thatAre('fail', results));
  const keys = new Set(failing.map(keyOf));
  const [under, apart] = [true, false].map((isUnder) =>
    climbing(thatAre('warning', results)).filter((warning) => keys.has(keyOf(warning)) === isUnder),
  );
  return { broken: folded([...failing, ...(under ?? [])]), warnings: folded(apart ?? []) };
}

const folded = <T extends Placed>(ordered: readonly T[]): Family<T>[] =>
  [...Map.groupBy(ordered, keyOf).values()].flatMap(([lead, ...others]) => (lead ? [{ lead, others }] : []));

const keyOf = ({ operation, rule, topic }: Placed): string => `${operation} ${topic?.[1] ?? rule}`;

/** The other rules of a family by name, after that of its lead. */
export const namesOf = (findings: readonly Placed[]): string[] =>
  findings.map(({ rule, operation }) =>
    operation && rule.startsWith(`${operation}/`) ? rule.slice(operation.length + 1) : rule,
  );

/** What the others of a family are named under. Only what the same request shows has probably the same reason. */
export const alsoTitle = ({ lead, others }: Family): string =>
  others.every(({ reproduce }) => reproduce !== undefined && reproduce === lead.reproduce)
    ? 'also broken, probably for the same reason'
    : 'also broken, of the same kind';

/** How many rules of a family end as its first one does; the others of a broken family can be warnings. */
export const rulesIn = ({ lead, others }: Family): number =>
  1 + others.filter((other) => standingOf(other) === standingOf(lead)).length;

/** How many rules of these families are about what, such as `2 about paging, 3 about filters`. */
export const perStep = (families: readonly Family[]): string =>
  [...Map.groupBy(families, ({ lead }) => stepOf(lead.topic))]
    .map(([step, own]) => `${own.reduce((sum, family) => sum + rulesIn(family), 0)} about ${step}`)
    .join(', ');
