import type { Clause } from '../../src/contract/contract.ts';
import { printNames } from '../../src/print.ts';
import { counted } from '../../src/words.ts';
import { rankOf, stepOf } from '../core/topic.ts';
import { type Card, givenRows, linesOf } from './document.ts';
import { printable } from './escaping.ts';
import { type Finding, type Report, unavailableLine } from './report.ts';
import { standingOf, thatAre, titlesOfOthers } from './standing.ts';
import { stripOf } from './strip.ts';
import { causes } from './untested-causes.ts';
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

/** Where a clause is: the sections of the specification, each once (`§2.1, §4.1`), or what a house clause says. */
export function sectionsOf({ at, house }: Pick<Clause, 'at' | 'house'>): string {
  if (house) return at.join(', ');
  const sections = new Set(
    at.map((address) => (fileOf(address) === undefined ? sectionOf(address) : address)),
  );
  const names: Readonly<Record<string, string>> = { '0': 'introduction', '': 'amended contract' };
  return [...sections]
    .map((section) => names[section] ?? (/^[\d.]+$/.test(section) ? `§${section}` : section))
    .join(', ');
}

/** The file of an address that is a line of it, such as `openapi.yaml:12`. */
export const fileOf = (address: string): string | undefined => /^(.+):\d+$/.exec(address)?.[1];

/** The section an address is in: `4.1` of `4.1/s3`, a file, or what a team calls it; empty for a place in an amended contract. */
const sectionOf = (address: string): string =>
  fileOf(address) ?? /^[\d.]+(?=\/)/.exec(address)?.[0] ?? (/^(?:[#/]|x-\w+#)/.test(address) ? '' : address);

/** Where a finding is: how binding it is, and the sections of its clause. */
export function clausePlace({ source, level }: Pick<Finding, 'source' | 'level'>, clause?: Clause): string {
  const binding = { contract: level, pin: 'pinned', house: `house rule · ${level}` }[source];
  return clause ? `${binding} · ${sectionsOf(clause)}` : binding;
}

type Section = {
  readonly number?: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
};

/**
 * All clauses under the section where each is first, in the order of the specification; those whose place is a line of a
 * file under their operation; house clauses last. `titles` are those of the sections.
 */
export function bySection(
  clauses: readonly Clause[],
  titles: Readonly<Record<string, string>> = {},
): Section[] {
  const house = clauses.filter((clause) => clause.house);
  const groups = Map.groupBy(
    clauses.filter((clause) => !clause.house),
    ({ id, at: [first = ''] }) => (fileOf(first) ? id.slice(0, id.indexOf('/')) : sectionOf(first)),
  );
  const sections = [...groups]
    .map(([number, group]) => ({
      number,
      title: titles[number] ?? (number === '' ? 'Amended contract' : number),
      clauses: group,
    }))
    .sort((one, other) => (Number(one.number) || 0) - (Number(other.number) || 0));
  return house.length === 0 ? sections : [...sections, { title: titlesOfOthers.house, clauses: house }];
}

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

export const untestedTitle = 'untested';

/**
 * What is said beside a reason or a remedy: no server has to have a collection of that kind, and no target file has to list its
 * records. A broken rule may be the cause, or the server has no such data: which of them is not known.
 */
const hintOf = ({ cause, isOptional }: Lack, isBasisBroken: boolean): string => {
  if (cause === 'no suitable collection')
    return isBasisBroken ? ' (if the problems above are not the cause)' : ' (if there is one)';
  if (cause === 'nothing to check') return isBasisBroken ? '; perhaps because of the problems above' : '';
  return isOptional ? ' (optional)' : '';
};

/** Whether a response may lack what other rules check if this rule is broken: its body, or the place or kind of a field. */
const isBasis = (finding: Finding): boolean =>
  finding.isBasis === true || basis.includes(stepOf(finding.topic));
const basis: readonly ReturnType<typeof stepOf>[] = ['operations', 'status and body'];

type Lack = NonNullable<Finding['lack']>;

type Untested = Pick<Lack, 'cause' | 'words'> & {
  readonly remedy?: string;
  readonly rules: readonly string[];
};

/** Rules that were not tested, by cause, each remedy once; those that a broken rule blocks come last. */
export function untestedBy(findings: readonly Finding[]): Untested[] {
  const withBrokenBasis = new Set(
    findings
      .filter((finding) => standingOf(finding) === 'fail' && isBasis(finding))
      .map(({ operation }) => operation),
  );
  const open = findings.flatMap((finding) => {
    const { lack, verdict, remedy } = finding;
    return lack && (verdict === 'untested' || remedy !== undefined) ? [{ ...finding, lack }] : [];
  });
  const waiting = `waits until this is fixed: ${printNames([...new Set(open.flatMap(({ because }) => because ?? []))], mostNamed)}`;
  const reasons = open.map(({ lack, remedy, rule, operation }) => {
    const { cause } = lack;
    const words = lack.words + hintOf(lack, withBrokenBasis.has(operation));
    return { cause, words: cause === 'blocked' ? waiting : words, remedy, rule };
  });
  const groups = Map.groupBy(reasons, ({ cause, words }) => `${cause}\n${words}`);
  return [...groups.values()]
    .flatMap((group): Untested[] => {
      const [first] = group;
      if (!first) return [];
      const { cause, words, remedy } = first;
      return [
        { cause, words, ...(remedy === undefined ? {} : { remedy }), rules: group.map(({ rule }) => rule) },
      ];
    })
    .toSorted((one, other) => causes.indexOf(one.cause) - causes.indexOf(other.cause));
}

/** Of the fields that responses lack, the one for which most rules were not tested is enough at first. */
export function inShort(all: readonly Untested[]): Untested[] {
  const lacking = all.filter(({ cause, remedy }) => cause === 'nothing to check' && remedy === undefined);
  const [first, ...rest] = lacking.toSorted((one, other) => other.rules.length - one.rules.length);
  if (!first || rest.length === 0) return [...all];
  const more = rest.flatMap(({ rules }) => rules);
  const words = `${first.words} (${counted(first.rules.length, 'rule')}); --verbose explains ${more.length} more`;
  return all.flatMap((one) =>
    one === lacking[0]
      ? [{ ...first, words, rules: [...first.rules, ...more] }]
      : lacking.includes(one)
        ? []
        : [one],
  );
}

/** How many of the broken rules are named that others wait for. */
const mostNamed = 3;

export const allTested = 'every rule that was selected was tested';
