import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '../report.ts';
import { subjectOf, verdictIn } from '../text/words.ts';
import { asides } from './asides.ts';
import { clauseSections, contents } from './clauses.ts';
import { filters } from './filters.ts';
import { findings } from './findings.ts';
import { counts, headline } from './headline.ts';
import { html as markup } from './markup.ts';
import { created, footer, observations } from './tables.ts';

/** The report as one page that needs nothing else, and lets nothing run but its own script. */
export function html(report: Report): string {
  const style = { markup: read('style.css') };
  const script = { markup: read('page.js') };
  const policy = `default-src 'none'; style-src ${hash(style.markup)}; script-src ${hash(script.markup)}; base-uri 'none'; form-action 'none'`;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>assay: ${verdictIn(report)} – ${subjectOf(report)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
${headline(report)}
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
${footer(report)}
<script>${script}</script>
</body>
</html>
`;
  return page.markup;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
