import type { Row } from './document.ts';
import { entities, printable } from './escaping.ts';
import { familiesIn, intermittentLines, linesOfFinding, notesOf } from './findings.ts';
import type { Finding, Report } from './report.ts';
import { durationOf, findingGroup, groupsOf, standingOf, testOutcomeOf } from './standing.ts';
import { allTested, untestedBy, untestedTitle } from './untested-rules.ts';
import { repeatCommand, subjectOf, verdictLine } from './words.ts';

/**
 * The report as JUnit XML: one suite an operation and one of house rules, one test case a rule. Its `time` is that of
 * the exchanges that show it, since a run gathers for all rules at once; where none is shown it has none. The whole run
 * has its own.
 */
export function junit(report: Report): string {
  const { assay, contract, seed, nonce, headline, startedAt, durationMs } = report;
  const properties: Row[] = [
    ['assay', assay],
    ['contract', `${contract.version} (${contract.sha256})`],
    ['target', subjectOf(report)],
    ['seed', String(seed)],
    ['nonce', nonce],
    ['verdict', headline.verdict],
  ];
  const verdict = [verdictLine(report), ...notesOf(report)].join('; ');
  const suites = groupsOf(report.results, report.operations).map(([name, own]) => {
    const leads = leadsOf(own);
    const cases = own.map((finding) => testCase(finding, leads.get(finding.rule), report));
    return { name, properties, cases, startedAt, output: [verdict, ...footer(own)] };
  });
  return junitDocument('assay', durationMs, suites);
}

/** The finding that each broken rule is folded under, where it is not the first of its family. */
function leadsOf(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const { broken, warnings } = familiesIn(findings);
  return new Map(
    [...broken, ...warnings].flatMap(({ lead, others }) => others.map(({ rule }) => [rule, lead] as const)),
  );
}

function testCase(finding: Finding, lead: Finding | undefined, report: Report): JunitCase {
  const standing = standingOf(finding);
  const { why: message = '', rule, clause } = finding;
  const isFull = lead === undefined && !['skipped', 'untested'].includes(standing);
  const folded = lead === undefined ? message : `${message}; of the same kind as ${lead.rule}`;
  const lines = isFull ? linesOfFinding(finding, report.clauses, repeatCommand(report, finding)) : [folded];
  const marked = [`${standing}: ${lines[0]}`, ...lines.slice(1)];
  const intermittent = intermittentLines(finding).map(
    (line): JunitEnd => ({ kind: 'system-out', lines: [`intermittent: ${line}`] }),
  );
  const ends = {
    failed: [{ kind: 'failure', type: clause, message, lines }],
    error: [{ kind: 'error', type: standing, message, lines }],
    skipped: [{ kind: 'skipped', lines: marked }],
    passed: standing === 'pass' ? [] : [{ kind: 'system-out', lines: marked }],
  } as const satisfies Readonly<Record<ReturnType<typeof testOutcomeOf>, readonly JunitEnd[]>>;
  return {
    name: rule,
    classname: `assay.${findingGroup(finding)}`,
    ms: durationOf(finding),
    ends: [...ends[testOutcomeOf(finding, report)], ...intermittent],
  };
}

function footer(findings: readonly Finding[]): string[] {
  const lines = untestedBy(findings).flatMap(({ cause, words, rules }) => [
    `  ${cause}: ${words}`,
    `    ${rules.join(', ')}`,
  ]);
  return [untestedTitle, ...(lines.length > 0 ? lines : [`  ${allTested}`])];
}

type JunitEnd = {
  readonly kind: 'failure' | 'error' | 'skipped' | 'system-out';
  readonly type?: string;
  readonly message?: string;
  readonly lines: readonly string[];
};

/** A test case: no end is a pass. */
export type JunitCase = {
  readonly name: string;
  readonly classname: string;
  readonly ms?: number | undefined;
  readonly ends: readonly JunitEnd[];
};

type JunitSuite = {
  readonly name: string;
  readonly properties: readonly Row[];
  readonly cases: readonly JunitCase[];
  readonly startedAt?: string | undefined;
  readonly output: readonly string[];
};

/** Suites as a JUnit document. Every text is made printable here. */
export function junitDocument(name: string, ms: number, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const root = element('testsuites', { name, ...sums(all), time: seconds(ms) }, suites.map(suiteElement));
  return xmlDocument(root);
}

export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}\n`;

const suiteElement = ({ name, properties, cases, startedAt, output }: JunitSuite): XmlElement =>
  element(
    'testsuite',
    {
      name,
      ...sums(cases),
      skipped: countOf(cases, 'skipped'),
      ...(startedAt === undefined ? {} : { timestamp: startedAt.replace(/\..*$/, '') }),
    },
    [
      element(
        'properties',
        {},
        properties.map(([key, value]) => element('property', { name: key, value: printable(value) })),
      ),
      ...cases.map(caseElement),
      element('system-out', {}, output.map(printable).join('\n')),
    ],
  );

const caseElement = ({ name, classname, ms, ends }: JunitCase): XmlElement =>
  element(
    'testcase',
    { name: printable(name), classname, ...(ms === undefined ? {} : { time: seconds(ms) }) },
    ends.map(({ kind, type, message, lines }) =>
      element(
        kind,
        {
          ...(type === undefined ? {} : { type }),
          ...(message === undefined ? {} : { message: printable(message) }),
        },
        lines.map(printable).join('\n'),
      ),
    ),
  );

const countOf = (cases: readonly JunitCase[], kind: JunitEnd['kind']): number =>
  cases.filter(({ ends }) => ends.some((end) => end.kind === kind)).length;

const sums = (cases: readonly JunitCase[]) => ({
  tests: cases.length,
  failures: countOf(cases, 'failure'),
  errors: countOf(cases, 'error'),
});

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: string | readonly XmlElement[];
};

export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  content: XmlElement['content'] = '',
): XmlElement => ({ name, attributes, content });

function elementText({ name, attributes, content }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlEscaped(String(value))}"`);
  const start = `${indent}<${name}${pairs.join('')}`;
  if (content.length === 0) return `${start}/>`;
  if (typeof content === 'string') return `${start}>${xmlEscaped(content, '\n\t')}</${name}>`;
  const inner = content.map((child) => elementText(child, `${indent}  `));
  return [`${start}>`, ...inner, `${indent}</${name}>`].join('\n');
}

/** What XML 1.0 cannot hold in any form, halves of characters among it. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text with its marks escaped; white space that a reader would change is written by number, unless it may stay. */
const xmlEscaped = (text: string, mayStay = ''): string =>
  text
    .replaceAll(impossible, '')
    .replaceAll(/[&<>"\t\n\r]/g, (mark) =>
      mayStay.includes(mark) ? mark : (entities[mark] ?? `&#${mark.charCodeAt(0)};`),
    );
