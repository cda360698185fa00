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
