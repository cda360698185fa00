import { printNames } from '../../src/print.ts';
import { counted } from '../../src/words.ts';
import { rankOf, stepOf } from '../core/topic.ts';
import { clausePlace } from './clause-places.ts';
import { type Card, givenRows, linesOf } from './document.ts';
import { printable } from './escaping.ts';
import { type Finding, type Report, unavailableLine } from './report.ts';
import { standingOf, thatAre } from './standing.ts';
import { stripOf } from './strip.ts';
import { requestLine } from './words.ts';

type FindingPlace = Pick<Finding, 'rule' | 'operation' | 'topic'>;

/** Orders findings by the steps on which they are, the lowest first. */
export const climbing = <T extends Pick<Finding, 'topic'>>(findings: readonly T[]): T[] =>
  findings.toSorted((one, other) => rankOf(one.topic) - rankOf(other.topic));

/** Findings with one likely cause: the lowest of them, and the others. */
export type Family = { readonly lead: Finding; readonly others: readonly Finding[] };

/** The broken rules of a report and its warnings, folded: a warning that has its cause in a broken rule is under that. */
export function familiesIn(results: readonly Finding[]): { broken: Family[]; warnings: Family[] } {
  const failing = climbing(thatAre('fail', results));
  const keys = new Set(failing.map(keyOfFamily));
  const [under, apart] = [true, false].map((isUnder) =>
    climbing(thatAre('warning', results)).filter((warning) => keys.has(keyOfFamily(warning)) === isUnder),
  );
  return { broken: familiesFrom([...failing, ...(under ?? [])]), warnings: familiesFrom(apart ?? []) };
}

const familiesFrom = (ordered: readonly Finding[]): Family[] =>
  [...Map.groupBy(ordered, keyOfFamily).values()].flatMap(([lead, ...others]) =>
    lead ? [{ lead, others }] : [],
  );

const keyOfFamily = ({ operation, rule, topic }: FindingPlace): string =>
  `${operation} ${topic?.[1] ?? rule}`;

/** The other rules of a family by name, after that of its lead. */
export const findingNames = (findings: readonly FindingPlace[]): string[] =>
  findings.map(({ rule, operation }) =>
    operation && rule.startsWith(`${operation}/`) ? rule.slice(operation.length + 1) : rule,
  );

/** What the others of a family are named under. Only what the same request shows has probably the same reason. */
export const alsoTitle = ({ lead, others }: Family): string =>
  others.every(({ reproduce }) => reproduce !== undefined && reproduce === lead.reproduce)
    ? 'also, probably for the same reason'
    : 'also, of the same kind';

/** How many rules of a family end as its first one does; the others of a broken family can be warnings. */
const rulesIn = ({ lead, others }: Family): number =>
  1 + others.filter((other) => standingOf(other) === standingOf(lead)).length;

/** How many rules of these families are about what, such as `2 about paging, 3 about filters`. */
export const perStep = (families: readonly Family[]): string =>
  [...Map.groupBy(families, ({ lead }) => stepOf(lead.topic))]
    .map(([step, own]) => `${own.reduce((sum, family) => sum + rulesIn(family), 0)} about ${step}`)
    .join(', ');

export function cardOf(finding: Finding, clauses: Report['clauses'], command?: string): Card {
  const { rule, title, expected, saw, declaredAt, remedy, waived, verdict, why, reproduce, source } = finding;
  const { exchanges, correctedBy, steps } = finding;
  const clause = clauses[finding.clause];
  const isBroken = verdict === 'fail';
  const strip = isBroken ? stripOf(exchanges) : undefined;
  const ours = verdict === 'error' && source !== 'house' ? 'internal error of assay: ' : '';
  return {
    name: rule,
    tone: standingOf(finding),
    where: clausePlace(finding, clause),
    titles: title === expected ? [] : [title],
    short: shortOf(finding),
    rows: givenRows([
      ['clause', clause?.text],
      ['expected', expected],
      ['got', saw],
      ['declared', declaredAt],
      ['why', expected === undefined && why !== undefined ? ours + why : undefined],
      ['corrected', correctedBy && `by ${correctedBy.join(', ')}`],
      ['add', remedy],
      ['waived', waived && `${waived.reason} (until ${waived.until})`],
    ]),
    commands: givenRows([
      ['create', isBroken ? steps?.create : undefined],
      ['request', isBroken ? (steps?.change ?? reproduce) : undefined],
      ['read', isBroken ? steps?.read : undefined],
      ['repeat', isBroken ? command : undefined],
    ]),
    exchanges,
    ...(strip && { strip }),
    about: aboutOf(finding),
  };
}

/** The values by which a page can be filtered. */
export const aboutOf = (finding: Finding): Readonly<Record<string, string>> => ({
  standing: standingOf(finding),
  level: finding.level,
  operation: finding.operation ?? '',
  source: finding.source,
});

/** A finding on the line that begins with its name. The title is often shorter than what was expected of this response. */
function shortOf({ rule, title, expected, saw, why = '', waived }: Finding): string {
  if (waived) return `waived until ${waived.until}, ${waived.reason}: ${why}`;
  if (expected === undefined) return why;
  const [exact, general] = [`expected: ${expected}; got: ${saw}`, `expected: ${title}; got: ${saw}`];
  return exact.length <= Math.max(116 - rule.length, general.length) ? exact : general;
}

/** A finding as lines of plain text, without a command that repeats its rule. */
export const linesOfFinding = (finding: Finding, clauses: Report['clauses'], command?: string): string[] => {
  const card = cardOf(finding, clauses, command);
  return [finding.title, ...linesOf(card)].map(printable);
};

/** How many transient failures are listed one by one: a busy target may have hundreds. */
export const mostTransientFailures = 5;

/** What a reader has to know before the findings: what was changed, with at most so many names, and what may fail for now. */
export const termsOf = (
  { amended = [], lost = [], waivers = [], sampled = [], variables = [] }: Report,
  most = Number.POSITIVE_INFINITY,
): string[] => [
  ...(amended.length > 0 ? [`contract amended: ${printNames(amended, most)}`] : []),
  ...(lost.length > 0 ? [`not checked, since an Overlay leaves them out: ${printNames(lost, most)}`] : []),
  ...(variables.length > 0 ? [`before you run a request that is shown, ${variables.join('; ')}`] : []),
  ...sampled.map((what) => `sampled: ${what}`),
  ...waivers.map(
    ({ rule, reason, until, state }) => `waiver of ${rule} until ${until} (${state}): ${reason}`,
  ),
];

/** What was seen beside the findings: intermittent failures, rules that were not selected, and transient failures. */
function incidentsOf({ results, alsoSeen = [], transientFailures = [], unavailable = [] }: Report): string[] {
  const rest = transientFailures.length - mostTransientFailures;
  return [
    ...unavailable.map(unavailableLine),
    ...results.flatMap((finding) =>
      intermittentLines(finding).map((line) => `intermittent: ${finding.rule}: ${line}`),
    ),
    ...alsoSeen.map(({ rule, why = '' }) => `also broken, not selected: ${rule}: ${why}`),
    ...transientFailures
      .slice(0, mostTransientFailures)
      .map((one) => `transient failure: ${transientFailureLine(one)}`),
    ...(rest > 0 ? [`transient failure: and ${rest} more`] : []),
  ];
}

export const notesOf = (report: Report): string[] => [...termsOf(report), ...incidentsOf(report)];

export const intermittentLines = ({ intermittent = [] }: Pick<Finding, 'intermittent'>): string[] =>
  intermittent.map(
    ({ expected, saw, exchanges }) =>
      `${expected}; got ${saw} (${exchanges.slice(0, 2).map(requestLine).join(' and ')})`,
  );

/** A transient failure, and the response when the request was sent again. */
export const transientFailureLine = ({
  method,
  target,
  saw,
  retries,
  last,
}: NonNullable<Report['transientFailures']>[number]): string =>
  `${method} ${target}: ${saw}; ${retries === 0 ? 'not sent again' : `sent again ${counted(retries, 'time')}, then ${last}`}`;
