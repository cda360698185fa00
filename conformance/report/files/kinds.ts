import { har } from '../har/har.ts';
import { html } from '../html/html.ts';
import { json } from '../json/json.ts';
import { junit } from '../junit/junit.ts';
import { markdown } from '../markdown/markdown.ts';
import type { Report } from '../report.ts';

/** Writes a report as one kind of file. */
export type Render = (report: Report) => string;

/** The kinds of report file: one folder each. */
export const kinds = { json, junit, html, markdown, har } as const satisfies Readonly<Record<string, Render>>;

/** The name of a kind of report file. */
export type ReportKind = keyof typeof kinds;
