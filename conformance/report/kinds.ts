import { Fault } from '../../src/fault.ts';
import { suggestion } from '../engine/nearest.ts';
import { json } from './json.ts';
import type { Report } from './report.ts';

/** Writes a report as one kind of file. */
export type Render = (report: Report) => string;

/** The kinds of report file: one file of this folder each. */
const kinds: Readonly<Record<string, Render>> = { json };

/** A report file that is asked for. */
export type Destination = { readonly render: Render; readonly file: string };

/** Reads a report file as it is asked for on the command line: `KIND=FILE`. */
export function readDestination(text: string): Destination {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(text) ?? [];
  const known = Object.keys(kinds);
  if (file === '') throw new Fault(`--report ${text} is not KIND=FILE; write it like json=report.json.`);
  const render = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!render) throw new Fault(`"${kind}" is not a kind of report; ${suggestion(kind, known)}`);
  return { render, file };
}
