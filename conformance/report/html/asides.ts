import { lineOf } from '../../core/unavailable.ts';
import type { Finding, Report, ShownOnce, TransientFailure } from '../report.ts';
import { standingOf } from '../standing.ts';
import { counted } from '../text/words.ts';
import { badge } from './badge.ts';
import { exchangePair } from './exchange.ts';
import { anchorOf, findingCard } from './finding.ts';
import { html, type Markup } from './markup.ts';

/** What was seen apart from the findings; none of it turns the verdict. */
export const asides = (report: Report): (Markup | undefined)[] => [
  notJudged(report.unavailable ?? []),
  intermittent(report.results),
  notSelected(report.alsoSeen ?? [], report),
  inTheWay(report.transientFailures ?? []),
];

/** Operations and nodes that are not there, or let no request in. */
function notJudged(all: NonNullable<Report['unavailable']>): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="aside" id="not-judged" aria-labelledby="not-judged-title">
<h2 id="not-judged-title">Not judged <small>${all.length}</small></h2>
<ul>${all.map((one) => html`<li>${lineOf(one)}</li>`)}</ul>
</section>`;
}

/** Relations between responses that failed once and passed on recheck. */
function intermittent(results: readonly Finding[]): Markup | undefined {
  const all = results.flatMap(({ rule, intermittent: once = [] }) => once.map((one) => ({ ...one, rule })));
  if (all.length === 0) return undefined;
  return html`<section class="aside" id="intermittent" aria-labelledby="intermittent-title">
<h2 id="intermittent-title">Intermittent <small>${all.length}</small></h2>
<p class="note">These rules failed once and passed when assay sent the requests again. Possible causes are a listing that changes, a cache or two replicas.</p>
${all.map(once)}
</section>`;
}

const once = ({ rule, expected, saw, exchanges }: ShownOnce & Pick<Finding, 'rule'>): Markup =>
  html`<article class="once">
<h3>${rule}</h3>
<dl class="told"><div class="row-expected"><dt>expected</dt><dd>${expected}</dd></div>
<div class="row-got"><dt>got</dt><dd>${saw}</dd></div></dl>
<details class="exchanges"><summary>${counted(exchanges.length, 'exchange')}</summary>${exchanges.map(
    (exchange, index) => exchangePair(exchange, `${index + 1} of ${exchanges.length}`),
  )}</details>
</article>`;

/** Broken rules that were not selected: their evidence came all the same. */
function notSelected(all: readonly Finding[], report: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="group" id="also-seen" aria-labelledby="also-seen-title">
<h2 id="also-seen-title">Also broken <small>${all.length}</small></h2>
<p class="note">You did not select these rules, but responses of this run broke them.</p>
${all.map((finding) => findingCard(finding, report))}
</section>`;
}

/** What is beside a clause whose rule was not selected, and was seen broken all the same. */
export const alsoSeenLine = (finding: Finding): Markup =>
  html`<li class="also">${badge(standingOf(finding))} <a href="#${encodeURIComponent(anchorOf(finding))}">${finding.rule}</a> <small>also broken, not selected</small></li>`;

/** Where a gateway or a limiter spoke, or nothing came, and what came when the call was sent again. */
function inTheWay(all: readonly TransientFailure[]): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="aside" id="transient-failures" aria-labelledby="transient-failures-title">
<h2 id="transient-failures-title">Transient failures <small>${all.length}</small></h2>
<p class="note">A gateway or a rate limiter responded, or the connection was lost. This never decides the verdict.</p>
<details><summary>${counted(all.length, 'request')}</summary>
<table><thead><tr><th scope="col">request</th><th scope="col">got</th><th scope="col">sent again</th><th scope="col">then</th></tr></thead>
<tbody>${all.map(({ method, target, saw, retries, last }) => html`<tr><td><code>${method} ${target}</code></td><td>${saw}</td><td>${counted(retries, 'time')}</td><td>${last}</td></tr>`)}</tbody></table></details>
</section>`;
}
