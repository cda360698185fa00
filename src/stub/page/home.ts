import type { DescribedChoice, DescribedNode, Description } from '../admin/description.ts';
import { documentPath, healthPath, referencePath } from '../admin/paths.ts';
import { type Html, html } from './html.ts';
import { style } from './style.ts';

/** The HTML page that shows what the stub serves. */
export function homePage(description: Description, isControlled: boolean): string {
  const { name, baseUrl, operations, hierarchies, examples } = description;
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name} · assay stub</title>
<style>${{ html: style }}</style>
<h1>${name}</h1>
<p>A stub at <code>${baseUrl}</code> that follows the contract exactly.</p>
<nav><a href="${referencePath}">The contract</a> <a href="${documentPath}">OpenAPI</a>
<a href="${healthPath}">Health</a> <a href="#choices">Choices</a></nav>
<h2>Operations</h2>
<div class="wide"><table>${operations.map(
    ({ id, method, path, summary }) =>
      html`<tr><td><code>${method}</code><td><code>${path}</code><td>${summary}<td class="soft"><code>${id}</code></tr>\n`,
  )}</table></div>
<h2>Try it</h2>
${examples.map((line) => html`<pre>${line}</pre>\n`)}
<h2>Nodes</h2>
${hierarchies.map(
  (hierarchy) => html`<h3>${hierarchy.name} <code class="soft">${hierarchy.id}</code></h3>
<div class="wide"><table><tr><th>Node<th>Id<th>About</tr>
${hierarchy.nodes.map((node) => nodeRow(node, baseUrl))}</table></div>`,
)}
<h2>Ids for subscriptions</h2>
<p>Accounts: <span class="between">${description.accounts.map((id) => html`<code>${id}</code>`)}</span></p>
<div class="wide"><table><tr><th>Offering<th>Id<th>Plans</tr>
${description.offerings.map(
  (offering) =>
    html`<tr><td>${offering.name}<td><code>${offering.id}</code><td>${offering.plans.map(
      (plan) => html`<code>${plan}</code> `,
    )}</tr>\n`,
)}</table></div>
<h2 id="faults">Faults on demand</h2>
<p>Send <code>Prefer: code=503</code> or <code>Prefer: delay=200</code> with any request.
${controlNote(isControlled)}</p>
<p>Every 4xx response gives its reason in headers: <code>assay-clause</code>, <code>assay-pointer</code>, if the stub made
a choice, <code>assay-choice</code>, and for a path that is not served <code>assay-nearest</code>.</p>
<h2 id="choices">Choices</h2>
<p>If the specification does not say what a server must do, the server has a choice. The option that the stub takes is marked. Another service may choose
differently: start the stub with other <code>--choices</code> to test a client against them.</p>
${choiceTable(description.choices)}
</html>
`;
  return page.html;
}

const nodeRow = ({ id, name, special, path }: DescribedNode, baseUrl: string): Html =>
  html`<tr><td><a href="${baseUrl}${path}?page%5Blimit%5D=3">${name}</a><td><code>${id}</code><td>${special}</tr>\n`;

const controlNote = (isControlled: boolean): Html =>
  isControlled
    ? html`All other faults (connection resets, stalled bodies, named violations of the contract) are added at
<a href="/__assay"><code>/__assay</code></a>; the requests received are at
<a href="/__assay/requests"><code>/__assay/requests</code></a>.`
    : html`Start with <code>--control</code> for all other faults, and for the journal of requests.`;

const choiceTable = (choices: readonly DescribedChoice[]): Html =>
  html`<div class="wide"><table><tr><th>Choice<th>Options<th>Clauses</tr>
${choices.map(
  ({ id, chosen, options, clauses }) =>
    html`<tr><td><code>${id}</code><td><span class="between">${options.map((option) =>
      option === chosen ? html`<b class="on">${option}</b>` : html`<span>${option}</span>`,
    )}</span><td class="soft">${clauses.join(', ')}</tr>\n`,
)}</table></div>`;
