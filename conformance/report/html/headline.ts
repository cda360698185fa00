import type { Report } from '../report.ts';
import { groupsOf, standings, thatAre } from '../standing.ts';
import { termsOf } from '../text/notes.ts';
import { counted, subjectOf, verdictIn } from '../text/words.ts';
import { badge } from './badge.ts';
import { html, type Markup } from './markup.ts';

/** The verdict, why it is so, and under which circumstances. */
export function headline(report: Report): Markup {
  const { verdict, why, remedy, addTo } = report.headline;
  const notes = termsOf(report);
  return html`<header class="headline ${verdict.replace(' ', '-')}">
<p class="brand">assay <span>conformance report</span></p>
<h1>${verdictIn(report)}</h1>
<p class="why">${why}</p>
${remedy === undefined ? undefined : html`<p>Add to ${addTo}: <code>${remedy}</code></p>`}
${notes.length === 0 ? undefined : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<dl class="facts">${facts(report).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

type Fact = readonly [name: string, value: string];

function facts(report: Report): readonly Fact[] {
  const { contract, seed, nonce, requests, durationMs, startedAt, created, assay, recorded } = report;
  return [
    ['target', subjectOf(report)],
    ['contract', `${contract.version} (${contract.sha256.slice(0, 12)})`],
    ...(startedAt === undefined ? [] : [['started', clock(startedAt)] as const]),
    ['duration', `${(durationMs / 1000).toFixed(1)} s`],
    ...(recorded
      ? ([
          ['checked', counted(recorded.judged, 'exchange')],
          ...recorded.notes.map((note) => ['not checked', note] as const),
        ] as const)
      : ([
          ['requests', String(requests)],
          ['created records', String(created.length)],
          ['seed', String(seed)],
          ['nonce', nonce],
        ] as const)),
    ['assay', assay],
  ];
}

const clock = (at: string): string => at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

/** How many rules of each operation are how. */
export function counts({ results }: Report): Markup | undefined {
  const columns = standings.filter((standing) => thatAre(standing, results).length > 0);
  if (columns.length === 0) return undefined;
  const rows = groupsOf(results).map(([name, own]) => {
    const cells = columns.map((standing) => thatAre(standing, own).length);
    return html`<tr><th scope="row">${name}</th>${cells.map((count) => html`<td${zero(count)}>${count}</td>`)}</tr>`;
  });
  return html`<section class="counts" aria-labelledby="counts-title" tabindex="0">
<h2 id="counts-title">Rules by operation</h2>
<table><thead><tr><td></td>${columns.map((standing) => html`<th scope="col">${badge(standing)}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
</section>`;
}

const zero = (count: number): Markup | undefined => (count === 0 ? html` class="zero"` : undefined);
