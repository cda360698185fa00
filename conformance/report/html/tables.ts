import type { Report } from '../report.ts';
import { allTested, untestedBy, untestedTitle } from '../text/untested.ts';
import { counted } from '../text/words.ts';
import { html, type Markup } from './markup.ts';

/** What the target chose where the specification leaves the choice. */
export function observations({ observations: all, unseen = [] }: Report): Markup | undefined {
  if (all.length + unseen.length === 0) return undefined;
  return html`<section id="observations" aria-labelledby="observations-title">
<h2 id="observations-title">Choices that the specification leaves to the server, and what this server does</h2>
<table><thead><tr><th scope="col">asked</th><th scope="col">observed</th><th scope="col">choice</th></tr></thead>
<tbody>${all.map(({ id, question, answer }) => html`<tr><td>${question}</td><td>${answer}</td><td><code>${id}</code></td></tr>`)}${unseen.map(({ id, question, why }) => html`<tr><td>${question}</td><td>not observed: ${why}</td><td><code>${id}</code></td></tr>`)}</tbody></table>
</section>`;
}

/** Records that nothing in the contract can delete. */
export function created({ created: all }: Report): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<section id="created" aria-labelledby="created-title">
<h2 id="created-title">Created records</h2>
<details><summary>${counted(all.length, 'record')} that this interface cannot delete</summary>
<table><thead><tr><th scope="col">operation</th><th scope="col">id</th></tr></thead>
<tbody>${all.map(({ operation, id }) => html`<tr><td>${operation}</td><td><code>${id ?? 'not shown'}</code></td></tr>`)}</tbody></table></details>
</section>`;
}

/** What the operator could add. */
export function footer({ results }: Report): Markup {
  const rows = untestedBy(results).map(
    ({ cause, words, rules }) =>
      html`<li>${cause}: <code>${words}</code> <details><summary>${counted(rules.length, 'rule')}</summary><ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul></details></li>`,
  );
  return html`<footer id="untested"><h2>${untestedTitle}</h2>
${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>${allTested}</p>`}
</footer>`;
}
