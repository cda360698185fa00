import { UserError } from '../../src/errors.ts';
import { suggestion } from '../../src/words.ts';
import { har } from './har.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { html } from './page-of-check.ts';
import type { Report } from './report.ts';
import { markdown } from './report-document.ts';
import { takeAll, writeWhole } from './write.ts';

/** Writes a report as one kind of file. */
export type Render = (report: Report) => string;

export const reportKinds = {
  json: { write: json, words: 'for programs' },
  junit: { write: junit, words: 'for CI' },
  html: { write: html, words: 'a page for people' },
  markdown: { write: markdown, words: 'for a comment' },
  har: { write: har, words: 'all requests and responses' },
};

/** The name of a kind of report file. */
export type ReportKind = keyof typeof reportKinds;

/** What writes a report, by kind. */
export const reports = Object.fromEntries(
  Object.entries(reportKinds).map(([kind, { write }]) => [kind, write]),
) as Readonly<Record<ReportKind, Render>>;

export type Destination<K extends string = ReportKind> = { readonly kind: K; readonly file: string };

/** Reads a report file as it is asked for on the command line: `KIND=FILE`, of one of some kinds. */
export function readDestination<K extends string>(
  text: string,
  of: Readonly<Record<K, unknown>>,
): Destination<K> {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  if (file === '') throw new UserError(`--report ${text} is not KIND=FILE; write it like json=report.json.`);
  const known = Object.keys(of) as K[];
  const kind = known.find((one) => one === name);
  if (kind === undefined)
    throw new UserError(`"${name}" is not a kind of report; ${suggestion(name, known)}`);
  return { kind, file };
}

/** Writes a subject as each of the files that were asked for, independently of one another, as {@link takeAll} does. */
export const writeReports = <Subject, K extends string>(
  destinations: readonly Destination<K>[],
  of: Readonly<Record<K, { readonly write: (subject: Subject) => string }>>,
  subject: Subject,
): Promise<void> =>
  takeAll(
    destinations.map(
      ({ kind, file }) =>
        async () =>
          writeWhole(file, of[kind].write(subject)),
    ),
  );

/** Whether a report file wants every exchange of the run, and not only those that show a finding. */
export const wantsRecord = (destinations: readonly Destination[]): boolean =>
  destinations.some(({ kind }) => kind === 'har');
