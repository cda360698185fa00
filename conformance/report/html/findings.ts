import type { Finding, Report } from '../report.ts';
import { type Standing, thatAre } from '../standing.ts';
import { placeOf } from '../text/words.ts';
import { anchorOf, exchanges, findingCard, marksOf } from './finding.ts';
import { html, type Markup } from './markup.ts';

const groups: readonly (readonly [standing: Standing, title: string, note: string])[] = [
  ['fail', 'Broken clauses', 'The document states them, and the target does otherwise.'],
  ['error', 'Errors of assay itself', 'A mistake of assay: these say nothing about the target.'],
  ['waived', 'Waived', 'Broken, but the operator lets them fail for now: they do not turn the verdict.'],
  ['warning', 'Warnings', 'Readings of the document that an honest implementer may not share.'],
];

/** Everything that is not in order, the most pressing first, each in full. */
export const findings = (report: Report): (Markup | undefined)[] => [
  ...groups.map(([standing, title, note]) => {
    const own = thatAre(standing, report.results);
    const cards = own.map((finding) => findingCard(finding, report));
    return group(standing, title, note, own.length, cards);
  }),
  inconclusive(report),
];

function inconclusive({ results }: Report): Markup | undefined {
  const own = thatAre('inconclusive', results);
  const causes = [...Map.groupBy(own, ({ why = '' }) => why)].map(([why, because]) => cause(why, because));
  const note = 'Something went wrong in this run, so these could not be judged.';
  return group('inconclusive', 'Inconclusive', note, own.length, causes);
}

/** Rules that could not be judged for the same reason. */
const cause = (why: string, own: readonly Finding[]): Markup =>
  html`<article class="cause">
<h3>${why}</h3>
${remedies(own).map((remedy) => html`<p>Add to ${placeOf(remedy)}: <code>${remedy}</code></p>`)}
<ul>${own.map((finding) => html`<li class="finding" id="${anchorOf(finding)}" ${marksOf(finding)}><code>${finding.rule}</code> ${finding.title} <small>${finding.level}</small></li>`)}</ul>
${own.slice(0, 1).map(exchanges)}
</article>`;

const remedies = (own: readonly Finding[]): string[] => [
  ...new Set(own.flatMap(({ remedy }) => remedy ?? [])),
];

function group(
  standing: Standing,
  title: string,
  note: string,
  count: number,
  content: readonly Markup[],
): Markup | undefined {
  if (count === 0) return undefined;
  return html`<section class="group" id="group-${standing}" aria-labelledby="title-${standing}">
<h2 id="title-${standing}">${title} <small>${count}</small></h2>
<p class="note">${note}</p>
${content}
</section>`;
}
