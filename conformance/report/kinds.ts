import { Fault } from '../../src/fault.ts';
import { suggestion } from '../engine/nearest.ts';
import { har } from './har.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Report } from './report.ts';

/** Writes a report as one kind of file. */
export type Render = (report: Report) => string;

/** The kinds of report file: one file of this folder each. */
export const kinds = { json, junit, html, markdown, har } as const satisfies Readonly<Record<string, Render>>;

/** The name of a kind of report file. */
export type Kind = keyof typeof kinds;

/** A report file that is asked for. */
export type Destination = { readonly kind: Kind; readonly render: Render; readonly file: string };

/** Reads a report file as it is asked for on the command line: `KIND=FILE`. */
export function readDestination(text: string): Destination {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  if (file === '') throw new Fault(`--report ${text} is not KIND=FILE; write it like json=report.json.`);
  if (!isKind(kind)) {
    throw new Fault(`"${kind}" is not a kind of report; ${suggestion(kind, Object.keys(kinds))}`);
  }
  return { kind, render: kinds[kind], file };
}

/** Whether a report file wants every exchange of the run, and not only those that show a finding. */
export const wantsRecord = (destinations: readonly Destination[]): boolean =>
  destinations.some(({ kind }) => kind === 'har');

const isKind = (kind: string): kind is Kind => Object.hasOwn(kinds, kind);
