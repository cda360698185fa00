import { choices } from '../../../src/contract/choices.ts';
import type { Clause } from '../../../src/contract/contract.ts';
import type { ObservedChoice } from '../../core/verdict.ts';
import type { Finding, Report } from '../report.ts';
import { type Standing, standingOf } from '../standing.ts';
import { bySection, type Section } from '../text/sections.ts';
import { alsoSeenLine } from './asides.ts';
import { badge } from './badge.ts';
import { anchorOf, marksOf } from './finding.ts';
import { html, type Markup } from './markup.ts';

/** The document, section by section: what each clause says, and beside it what was found. */
export function clauseSections(report: Report): Markup {
  const findings = Map.groupBy(report.results, ({ clause }) => clause);
  const observedChoices = Map.groupBy(
    report.observations.flatMap((one) => clausesOf(one).map((clause) => ({ ...one, clause }))),
    ({ clause }) => clause,
  );
  const alsoSeen = Map.groupBy(report.alsoSeen ?? [], ({ clause }) => clause);
  const one = (clause: Clause): Markup =>
    clauseRow(clause, [
      ...(findings.get(clause.id) ?? []).map(ruleLine),
      ...(alsoSeen.get(clause.id) ?? []).map(alsoSeenLine),
      ...(observedChoices.get(clause.id) ?? []).map(seen),
    ]);
  return html`<section id="contract" aria-labelledby="contract-title">
<h2 id="contract-title">The contract, section by section</h2>
${bySection(Object.values(report.clauses)).map(
  (section) => html`<section class="part" id="${idOf(section)}" aria-labelledby="${idOf(section)}-title">
<h3 id="${idOf(section)}-title">${numberOf(section)}${section.title}</h3>
<ul class="clauses">${section.clauses.map(one)}</ul>
</section>`,
)}
</section>`;
}

/** The way to each section. */
export const contents = (report: Report): Markup =>
  html`<nav aria-label="Sections of the specification"><h2>Sections of the specification</h2><ol>${bySection(
    Object.values(report.clauses),
  ).map(
    (section) =>
      html`<li><a href="#${idOf(section)}">${numberOf(section)}${section.title}</a>${broken(section, report)}</li>`,
  )}</ol></nav>`;

const idOf = ({ number = 'house' }: Section): string => `section-${number.replace('.', '-')}`;
const numberOf = ({ number = '0' }: Section): Markup | undefined =>
  number === '0' ? undefined : html`<span class="number">§${number} </span>`;

function broken({ clauses }: Section, { results }: Report): Markup | undefined {
  const ids = new Set(clauses.map(({ id }) => id));
  const count = results.filter((finding) => ids.has(finding.clause) && standingOf(finding) === 'fail').length;
  return count === 0 ? undefined : html` <span class="broken">${count} broken</span>`;
}

function clauseRow(clause: Clause, beside: readonly Markup[]): Markup {
  const { id, text, level } = clause;
  return html`<li class="clause" data-level="${level}"><div class="says"><p>${text}</p>
<p class="about"><span class="level">${level}</span> <code>${id}</code></p></div>
<ul class="beside">${beside.length > 0 ? beside : html`<li class="unjudged">${unjudged(clause)}</li>`}</ul></li>`;
}

/** Standings that have a card of their own. */
const shown: readonly Standing[] = ['fail', 'error', 'waived', 'warning', 'inconclusive'];

function ruleLine(finding: Finding): Markup {
  const { rule, why } = finding;
  const standing = standingOf(finding);
  const name = shown.includes(standing)
    ? html`<a href="#${encodeURIComponent(anchorOf(finding))}">${rule}</a>`
    : html`<span class="rule">${rule}</span>`;
  const reason = standing === 'untested' || standing === 'skipped' ? html` <small>${why}</small>` : undefined;
  return html`<li class="line" ${marksOf(finding)}>${badge(standing)} ${name}${reason}</li>`;
}

const seen = ({ question, answer }: ObservedChoice): Markup =>
  html`<li class="seen"><span class="badge seen"><span aria-hidden="true">◦</span> observed</span> ${question} <b>${answer}</b></li>`;

const clausesOf = ({ id }: ObservedChoice): readonly string[] => choices.get(id)?.clauses ?? [];

function unjudged({ unobservable, silent, level }: Clause): string {
  if (unobservable !== undefined) return `cannot be tested from outside: ${unobservable}`;
  if (silent !== undefined) return `left to the server; not observed: ${silent}`;
  return level === 'unspecified' ? 'left to the server; not observed in this run' : 'not part of this run';
}
