import { UserError } from '../../src/errors.ts';
import { suggestion } from '../../src/words.ts';
import { html, markdown } from './check.ts';
import { har } from './har.ts';

import { json } from './json.ts';
import { junit } from './junit.ts';

import type { Report } from './report.ts';
import { writeEach } from './write.ts';

/** Writes a report as one kind of file. */
export type Render = (report: Report) => string;

/** The kinds of report file. */
export const kinds = { json, junit, html, markdown, har } as const satisfies Readonly<Record<string, Render>>;

/** The name of a kind of report file. */
export type ReportKind = keyof typeof kinds;

/** A report file that is asked for; by default, of a check. */
export type Destination<K extends string = ReportKind> = { readonly kind: K; readonly file: string };

/** Reads a report file as it is asked for on the command line: `KIND=FILE`, of one of some kinds. */
export function readDestination<K extends string>(text: string, known: readonly K[]): Destination<K> {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  if (file === '') throw new UserError(`--report ${text} is not KIND=FILE; write it like json=report.json.`);
  const kind = known.find((one) => one === name);
  if (kind === undefined)
    throw new UserError(`"${name}" is not a kind of report; ${suggestion(name, known)}`);
  return { kind, file };
}

/** Writes a report as each of the files that were asked for. */
export const writeReports = (destinations: readonly Destination[], report: Report): Promise<void> =>
  writeEach(destinations, ({ kind }) => kinds[kind](report));

/** Whether a report file wants every exchange of the run, and not only those that show a finding. */
export const wantsRecord = (destinations: readonly Destination[]): boolean =>
  destinations.some(({ kind }) => kind === 'har');
