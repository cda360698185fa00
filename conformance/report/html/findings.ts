import type { Source } from '../../core/verdict.ts';
import type { Finding, Report } from '../report.ts';
import { type Standing, thatAre } from '../standing.ts';
import { alsoTitle, climbing, type Family, familiesIn, namesOf } from '../text/ladder.ts';
import { clausePlace } from '../text/sections.ts';
import { counted } from '../text/words.ts';
import { anchorOf, exchanges, findingCard, marksOf } from './finding.ts';
import { html, type Markup } from './markup.ts';

/** The standings that are shown in full. */
const groups: readonly (readonly [standing: Standing, title: string, note: string])[] = [
  [
    'fail',
    'Broken rules',
    'The specification requires these. Start at the top: the first problems often cause the later ones.',
  ],
  ['error', 'Internal errors of assay', 'These are mistakes of assay, not of this server.'],
  ['waived', 'Waived', 'The target file lets these rules fail for now. They do not change the verdict.'],
  [
    'warning',
    'Warnings',
    'These rules rest on our interpretation of the specification. They do not change the verdict.',
  ],
];

/** Everything that is not in order, the most pressing first, each in full. */
export function findings(report: Report): (Markup | undefined)[] {
  const own = report.results.filter(({ source }) => source === 'contract');
  const card = (finding: Finding): Markup => findingCard(finding, report);
  const cards = (standing: Standing, some: readonly Finding[]): Markup[] =>
    climbing(thatAre(standing, some)).map(card);
  const families = familiesIn(own);
  const shown = (standing: Standing): readonly Markup[] => {
    if (standing === 'fail') return families.broken.map((family) => folded(family, card));
    if (standing === 'warning') return families.warnings.map((family) => folded(family, card));
    return cards(standing, own);
  };
  const told = (source: Source): Markup[] => {
    const some = report.results.filter((finding) => finding.source === source);
    return groups.flatMap(([standing]) => cards(standing, some));
  };
  return [
    ...groups.map(([standing, title, note]) =>
      group(standing, title, note, shown(standing), thatAre(standing, own).length),
    ),
    inconclusive(report),
    group(
      'pin',
      'Broken pins',
      'The specification leaves these to the server, and the target file says what your server does. They do not change the verdict.',
      told('pin'),
    ),
    group(
      'house',
      'Broken house rules',
      'These are your own rules. They do not change the verdict on the interface.',
      told('house'),
    ),
  ];
}

/** The first finding of a family, and the others below it, folded. */
const folded = (family: Family, card: (finding: Finding) => Markup): Markup =>
  family.others.length === 0
    ? card(family.lead)
    : html`${card(family.lead)}<details class="family"><summary>${counted(family.others.length, 'rule')} ${alsoTitle(family)}: ${namesOf(family.others).join(', ')}</summary>${family.others.map(card)}</details>`;

function inconclusive({ results }: Report): Markup | undefined {
  const own = thatAre('inconclusive', results);
  const causes = [...Map.groupBy(own, ({ why = '' }) => why)].map(([why, because]) => cause(why, because));
  const note = 'These rules have no result, because something went wrong in this run.';
  return group('inconclusive', 'Inconclusive', note, causes, own.length);
}

/** Rules that could not be judged for the same reason. */
const cause = (why: string, own: readonly Finding[]): Markup =>
  html`<article class="cause">
<h3>${why}</h3>
${[...remedies(own)].map(([remedy, place]) => html`<p>Add to ${place}: <code>${remedy}</code></p>`)}
<ul>${own.map((finding) => html`<li class="finding" id="${anchorOf(finding)}" ${marksOf(finding)}><code>${finding.rule}</code> ${finding.title} <small>${clausePlace(finding)}</small></li>`)}</ul>
${own.slice(0, 1).map(exchanges)}
</article>`;

const remedies = (own: readonly Finding[]) =>
  new Map(own.flatMap(({ remedy, lack }) => (remedy === undefined ? [] : [[remedy, lack?.addTo] as const])));

function group(
  name: Standing | Source,
  title: string,
  note: string,
  content: readonly Markup[],
  count = content.length,
): Markup | undefined {
  if (content.length === 0) return undefined;
  return html`<section class="group" id="group-${name}" aria-labelledby="title-${name}">
<h2 id="title-${name}">${title} <small>${count}</small></h2>
<p class="note">${note}</p>
${content}
</section>`;
}
