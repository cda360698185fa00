import type { Finding, Report } from '../report.ts';
import { standingOf } from '../standing.ts';
import { type Row, rowsOf, titleOf } from '../text/lines.ts';
import { repeatCommand } from '../text/repeat-command.ts';
import { clausePlace } from '../text/sections.ts';
import { counted } from '../text/words.ts';
import { badge } from './badge.ts';
import { exchangePair } from './exchange.ts';
import { html, type Markup } from './markup.ts';

/** Where on the page a finding is shown in full. */
export const anchorOf = ({ rule }: Finding): string => `rule-${encodeURIComponent(rule)}`;

/** What the filters go by. */
export const marksOf = (finding: Finding): Markup =>
  html`data-standing="${standingOf(finding)}" data-level="${finding.level}" data-operation="${finding.operation ?? ''}" data-source="${finding.source}"`;

/** A finding in full: what was asked, what came, and how to see it again. */
export function findingCard(finding: Finding, report: Report): Markup {
  const clause = report.clauses[finding.clause];
  const { rule, verdict, reproduce } = finding;
  return html`<article class="finding ${standingOf(finding)}" id="${anchorOf(finding)}" ${marksOf(finding)}>
<header>${badge(standingOf(finding))}<h3>${rule}</h3>
<p class="where">${clausePlace(finding, clause)}</p></header>
${titleOf(finding).map((one) => html`<p class="title">${one}</p>`)}
<dl class="told">${told(finding, report).map(row)}</dl>
${verdict === 'fail' && reproduce !== undefined ? repeat('curl', reproduce) : undefined}
${verdict === 'fail' ? repeat('command', repeatCommand(report, finding)) : undefined}
${exchanges(finding)}
</article>`;
}

/** Shown elsewhere on the card. */
const apart = ['level', 'request', 'repeat'];

const told = (finding: Finding, { clauses }: Report): Row[] =>
  rowsOf(finding, clauses).filter(([label]) => !apart.includes(label));

const row = ([name, value]: Row): Markup =>
  html`<div class="row-${name}"><dt>${name}</dt><dd>${value}</dd></div>`;

const repeat = (tool: string, line: string): Markup =>
  html`<div class="repeat"><pre tabindex="0" role="group" aria-label="repeat with ${tool}"><code>${line}</code></pre>
<button type="button" class="copy">Copy ${tool}</button></div>`;

/** The exchanges of a finding, unfolded where they show a fault. */
export function exchanges({ exchanges: all, verdict }: Finding): Markup | undefined {
  if (all.length === 0) return undefined;
  const pairs = all.map((exchange, index) =>
    exchangePair(exchange, all.length === 1 ? '' : `${index + 1} of ${all.length}`),
  );
  const open = verdict === 'fail' ? html` open` : undefined;
  return html`<details class="exchanges"${open}><summary>${counted(all.length, 'exchange')}</summary>${pairs}</details>`;
}
