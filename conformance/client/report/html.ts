import { type Markup, html as markup } from '../../report/html/markup.ts';
import { page } from '../../report/html/whole-page.ts';
import {
  type ClientReport,
  type FaultySent,
  isDependence,
  type Tried,
  type TriedOutcome,
} from '../client-report.ts';
import { countsIn, nameOfSent } from '../verdict.ts';
import { baselineOf, faultOf, rowsOf, rowsOfSent, tallyOf, titlesOf } from './words.ts';

/** The report as one page. */
export const html = (report: ClientReport): string =>
  page({
    title: `assay client: ${report.verdict} – ${report.command.join(' ')}`,
    body: markup`${headline(report)}
<div class="columns">
<nav aria-label="Contents"><h2>Contents</h2><ol>${contents(report).map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`)}</ol></nav>
<main id="main" tabindex="-1">
${baselineFailure(report)}
${found('dependences', 'Choices that the client depends on', report.variations, true)}
${found('resilience', 'Resilience', report.resilience, report.strict)}
${sent(report)}
${observed(report)}
${all(report)}
</main>
</div>`,
  });

const contents = ({
  sent: requests,
  observed: lines,
  baseline,
}: ClientReport): (readonly [id: string, title: string])[] => [
  ...(baseline.failed ? [['baseline', 'Baseline'] as const] : []),
  ['dependences', 'Choices that the client depends on'],
  ['resilience', 'Resilience'],
  ...(requests.length > 0 ? [['sent', 'Requests that the client should not send'] as const] : []),
  ...(lines.length > 0 ? [['observed', 'Observed'] as const] : []),
  ['variations', 'All variations'],
];

function headline(report: ClientReport): Markup {
  const { verdict, why, variations, resilience, durationMs, contract, assay, startedAt } = report;
  const facts = [
    ['command', report.command.join(' ')],
    ['baseline', baselineOf(report)],
    ['variations', tallyOf(variations)],
    ['resilience', tallyOf(resilience)],
    ['began', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['took', `${(durationMs / 1000).toFixed(1)} s`],
    ['contract', `${contract.version} (${contract.sha256.slice(0, 12)})`],
    ['assay', assay],
  ] as const;
  return markup`<header class="headline ${verdict}">
<p class="brand">assay <span>client report</span></p>
<h1>${verdict}</h1>
<p class="why">${why}</p>
<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

const baselineFailure = ({ baseline: { failed } }: ClientReport): Markup | undefined =>
  failed &&
  markup`<section aria-labelledby="baseline"><h2 id="baseline">Baseline</h2>
<article class="finding fail"><header>${badge('fail', true)}<h3>baseline</h3></header>
<p class="title">${failed.how}</p>${output(failed.output, true)}</article></section>`;

function found(id: string, title: string, tried: readonly Tried[], counts: boolean): Markup {
  const shown = tried.filter((one) => isDependence(one) || one.outcome === 'intermittent');
  const nothing = tried.length === 0 ? 'Nothing was tried.' : `Nothing failed: ${tallyOf(tried)}.`;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${shown.length === 0 ? markup`<p class="note">${nothing}</p>` : shown.map((one) => card(one, counts))}
</section>`;
}

const marks: Readonly<Record<TriedOutcome, readonly [style: string, mark: string, word: string]>> = {
  pass: ['pass', '✓', 'passed'],
  fail: ['fail', '✗', 'failed'],
  needed: ['fail', '✗', 'needed'],
  intermittent: ['inconclusive', '◌', 'intermittent'],
  'not run': ['skipped', '–', 'not run'],
};

function badge(outcome: TriedOutcome, counts: boolean): Markup {
  const [style, mark, word] =
    outcome === 'fail' && !counts ? (['warning', '▲', 'warning'] as const) : marks[outcome];
  return markup`<span class="badge ${style}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

function card(tried: Tried, counts: boolean): Markup {
  const style = isDependence(tried) ? (counts ? 'fail' : 'warning') : 'inconclusive';
  const rows = rowsOf(tried).filter(([label]) => label !== 'repeat');
  return markup`<article class="finding ${style}">
<header>${badge(tried.outcome, counts)}<h3>${tried.id}</h3></header>
${titlesOf(tried).map((title) => markup`<p class="title">${coded(title)}</p>`)}
<dl class="told">${rows.map(([label, words]) => markup`<div><dt>${label}</dt><dd>${coded(words)}</dd></div>`)}</dl>
<div class="repeat"><pre tabindex="0" role="group" aria-label="repeat"><code>${tried.repeat}</code></pre></div>
${tried.output && output(tried.output, counts)}
</article>`;
}

/** A text in which what is between backticks is code. */
const coded = (text: string): Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));

const output = (lines: readonly string[], isOpen: boolean): Markup =>
  markup`<details class="exchanges" ${isOpen ? 'open' : ''}><summary>the end of the output</summary><div class="side"><pre tabindex="0">${lines.join('\n')}</pre></div></details>`;

function sent(report: ClientReport): Markup | undefined {
  if (report.sent.length === 0) return undefined;
  const one = (fault: FaultySent): Markup => {
    const counts = countsIn(fault);
    return markup`<article class="finding ${counts ? 'fail' : 'warning'}">
<header>${badge('fail', counts)}<h3>${nameOfSent(fault)}</h3></header>
<p class="title">${coded(faultOf(fault))}</p>
<dl class="told">${rowsOfSent(fault).map(([label, words]) => markup`<div><dt>${label}</dt><dd>${words}</dd></div>`)}</dl>
</article>`;
  };
  return markup`<section aria-labelledby="sent"><h2 id="sent">Requests that the client should not send</h2>${report.sent.map(one)}</section>`;
}

const observed = ({ observed: lines }: ClientReport): Markup | undefined =>
  lines.length === 0
    ? undefined
    : markup`<section aria-labelledby="observed"><h2 id="observed">Observed</h2><ul>${lines.map((line) => markup`<li>${coded(line)}</li>`)}</ul></section>`;

function all({ variations, resilience, unnoticed, strict }: ClientReport): Markup {
  const row = (tried: Tried): Markup =>
    markup`<tr><td>${badge(tried.outcome, strict || tried.part !== 'resilience')}</td><td><code>${tried.id}</code></td><td>${titlesOf(tried).join(' ')}</td></tr>`;
  return markup`<section aria-labelledby="variations" id="observations" tabindex="0"><h2 id="variations">All variations</h2>
<table><thead><tr><th scope="col">result</th><th scope="col">variation</th><th scope="col">question</th></tr></thead>
<tbody>${[...variations, ...resilience].map(row)}</tbody></table>
${unnoticed.length === 0 ? undefined : markup`<p class="note">Left out, because they change no response to this client: ${unnoticed.join(', ')}.</p>`}
</section>`;
}
