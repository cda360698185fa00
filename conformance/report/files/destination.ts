import { UserError } from '../../../src/errors.ts';
import { suggestion } from '../../../src/words.ts';
import type { Report } from '../report.ts';
import type { Render, ReportKind } from './kinds.ts';
import { writeEach } from './write.ts';

/** A report file that is asked for; by default, of a check. */
export type Destination<K extends string = ReportKind> = { readonly kind: K; readonly file: string };

/** What renders a kind of report is read only if one is written: most checks write none. */
const renderers: Readonly<Record<ReportKind, () => Promise<Render>>> = {
  json: async () => (await import('../json/json.ts')).json,
  junit: async () => (await import('../junit/junit.ts')).junit,
  html: async () => (await import('../html/html.ts')).html,
  markdown: async () => (await import('../markdown/markdown.ts')).markdown,
  har: async () => (await import('../har/har.ts')).har,
};

/** The kinds of report that a check writes. */
export const kindsOfReport = Object.keys(renderers) as readonly ReportKind[];

/** Reads a report file as it is asked for on the command line: `KIND=FILE`, of one of some kinds. */
export function readDestination<K extends string>(text: string, kinds: readonly K[]): Destination<K> {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  if (file === '') throw new UserError(`--report ${text} is not KIND=FILE; write it like json=report.json.`);
  const known = kinds.find((one) => one === kind);
  if (known === undefined)
    throw new UserError(`"${kind}" is not a kind of report; ${suggestion(kind, kinds)}`);
  return { kind: known, file };
}

/** Writes a report as each of the files that were asked for. */
export const writeReports = (destinations: readonly Destination[], report: Report): Promise<void> =>
  writeEach(destinations, async ({ kind }) => (await renderers[kind]())(report));

/** Whether a report file wants every exchange of the run, and not only those that show a finding. */
export const wantsRecord = (destinations: readonly Destination[]): boolean =>
  destinations.some(({ kind }) => kind === 'har');
