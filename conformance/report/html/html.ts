import type { Report } from '../report.ts';
import { subjectOf, verdictIn } from '../text/words.ts';
import { asides } from './asides.ts';
import { clauseSections, contents } from './clauses.ts';
import { filters } from './filters.ts';
import { findings } from './findings.ts';
import { counts, headline } from './headline.ts';
import { html as markup } from './markup.ts';
import { created, footer, observations } from './tables.ts';
import { page } from './whole-page.ts';

/** The report as one page. */
export const html = (report: Report): string =>
  page({
    title: `${subjectOf(report)} — ${verdictIn(report)} — assay`,
    script: 'page.js',
    body: markup`${headline(report)}
<div class="columns">
${contents(report)}
<main id="main" tabindex="-1">
${counts(report)}
${filters(report)}
${findings(report)}
${asides(report)}
${clauseSections(report)}
${observations(report)}
${created(report)}
</main>
</div>
${footer(report)}`,
  });
