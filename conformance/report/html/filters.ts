import { operationIds } from '../../../src/contract/contract.ts';
import type { Report } from '../report.ts';
import { standings, thatAre } from '../standing.ts';
import { html, type Markup } from './markup.ts';

/** Choices of what is shown; hidden until the script of the page runs. */
export function filters({ results }: Report): Markup {
  const sources = [...new Set(results.map(({ source }) => source))];
  const there = standings.filter((standing) => thatAre(standing, results).length > 0);
  return html`<form id="filters" hidden aria-label="Filter">
${choice('standing', 'Verdict', there)}
${choice('level', 'Level', ['must', 'should', 'unspecified'])}
${choice('operation', 'Operation', operationIds)}
${sources.some((source) => source !== 'contract') ? choice('source', 'Source', sources) : undefined}
<p class="shown"><output id="shown" aria-live="polite"></output> <button type="reset">Show all</button></p>
</form>`;
}

const choice = (name: string, title: string, values: readonly string[]): Markup =>
  html`<fieldset><legend>${title}</legend>${values.map(
    (value) =>
      html`<label class="${value}"><input type="checkbox" name="${name}" value="${value}"><span>${value}</span></label>`,
  )}</fieldset>`;
