import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nodeHttp } from '../../src/http/server.ts';
import { isObject } from '../../src/json/json.ts';
import { packageRoot } from '../../src/package-root.ts';
import { percentEncoded } from '../../src/percent.ts';
import { counted } from '../../src/words.ts';
import {
  type Block,
  type Card,
  type CardGroup,
  type Cell,
  type Document,
  type ListItem,
  marks,
  type Row,
  type ShownClause,
  type ShownSection,
  type Table,
  type Tone,
} from './document.ts';
import { entities, printable } from './escaping.ts';
import type { ShownExchange } from './report.ts';
import type { Strip } from './strip.ts';
import { cutBody } from './words.ts';

/** Text that is HTML already. Nothing else gets into a page unescaped. */
type Markup = { readonly markup: string };

/** What can be in a template: text is escaped, markup is not, nothing is nothing. */
type MarkupPart = string | number | undefined | Markup | readonly MarkupPart[];

/** A template of HTML: anything put into it is text, unless it is markup. */
const markupOf = (strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup => ({
  markup: String.raw({ raw: strings }, ...parts.map(markupText)),
});

function markupText(part: MarkupPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(markupText).join('');
}

/** Text for an element or a quoted attribute; line breaks stay, other control characters are escaped. */
function escapeText(text: string): string {
  const lines = text.split('\n').map(printable).join('\n');
  return lines.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

/** A document as one page that loads nothing, and runs only its own script. */
export function asPage(document: Document): string {
  const { tool, subject, verdict, tone, why, add, notes, overview, facts, blocks } = document;
  const { sections = [], filters } = document;
  const style = { markup: readAsset('style.css') };
  const script = filters && { markup: readAsset('page.js') };
  const policy = `default-src 'none'; style-src ${hash(style.markup)}; ${script ? `script-src ${hash(script.markup)}; ` : ''}base-uri 'none'; form-action 'none'`;
  return markupOf`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${[subject?.[1], verdict, tool].filter((one) => one !== undefined).join(' — ')}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
<header class="headline ${tone}">
<p class="brand">${tool}</p>
<h1>${verdict}</h1>
<p class="why">${why}</p>
${add && markupOf`<p>Add to ${add.to}: <code>${add.line}</code></p>`}
${notes.length > 0 ? markupOf`<ul class="notes">${notes.map((note) => markupOf`<li>${note}</li>`)}</ul>` : undefined}
<dl class="facts">${facts.map(([name, value]) => markupOf`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<div class="columns">
<nav aria-label="Contents"><h2>Contents</h2><ol>${blocks.map(({ id, title, count }) => markupOf`<li><a href="#${id}">${title}</a> <small>${count}</small></li>`)}${sections.map(sectionLink)}</ol></nav>
<main id="main" tabindex="-1">
${overview && overview.rows.length > 0 ? markupOf`<section class="counts" aria-label="Overview" tabindex="0">${tableMarkup(overview)}</section>` : undefined}
${filters && filterForm(filters)}
${blocks.map(section)}
${sections.length > 0 ? markupOf`<section id="contract" aria-labelledby="contract-title"><h2 id="contract-title">The contract, section by section</h2>${sections.map(clauseSection)}</section>` : undefined}
</main>
</div>
${script && markupOf`<script>${script}</script>`}
</body>
</html>
`.markup;
}

const readAsset = (name: string): string =>
  readFileSync(new URL(`conformance/report/${name}`, packageRoot), 'utf8');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Choices of what is shown; hidden until the script of the page runs. */
const filterForm = (filters: NonNullable<Document['filters']>): Markup =>
  markupOf`<form id="filters" hidden aria-label="Filter">
${filters.map(
  ({ name, title, values }) =>
    markupOf`<fieldset><legend>${title}</legend>${values.map(
      (value) =>
        markupOf`<label class="${value}"><input type="checkbox" name="${name}" value="${value}"><span>${value}</span></label>`,
    )}</fieldset>`,
)}
<p class="shown"><output id="shown" aria-live="polite"></output> <button type="reset">Show all</button></p>
</form>`;

function section(block: Block): Markup {
  const { id, title, note, count, isFolded, rest } = block;
  const isFiltered = block.kind === 'cards' && block.families.some(({ lead }) => lead.about);
  const body = blockMarkup(block);
  return markupOf`<section class="${isFiltered ? 'group' : 'aside'}" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title} <small>${count}</small></h2>
${note === undefined ? undefined : markupOf`<p class="note">${note}</p>`}
${isFolded ? markupOf`<details><summary>Show ${count === 1 ? 'it' : 'them'}</summary>${body}</details>` : body}
${rest === undefined ? undefined : markupOf`<p class="note">${rest}</p>`}
</section>`;
}

function blockMarkup(block: Block): MarkupPart {
  switch (block.kind) {
    case 'cards':
      return block.families.map(family);
    case 'list':
      return markupOf`<ul>${block.items.map(itemMarkup)}</ul>`;
    case 'table':
      return tableMarkup(block);
  }
}

const family = ({ lead, others, more }: CardGroup): Markup =>
  others.length === 0
    ? cardMarkup(lead)
    : markupOf`${cardMarkup(lead)}<details class="family"><summary>${more}</summary>${others.map(cardMarkup)}</details>`;

const anchorOf = (name: string): string => `rule-${percentEncoded(name)}`;

const aboutMarks = (about: Card['about'] = {}): Markup[] =>
  Object.entries(about).map(([name, value]) => markupOf` data-${name}="${value}"`);

const badge = (tone: Tone): Markup =>
  markupOf`<span class="badge ${tone}"><span aria-hidden="true">${marks[tone][0]}</span> ${tone}</span>`;

function cardMarkup({ exchanges = [], ...shown }: Card): Markup {
  const { name, tone, where, titles, rows, strip, output, commands, about } = shown;
  return markupOf`<article class="finding ${tone}"${about && markupOf` id="${anchorOf(name)}"`}${aboutMarks(about)}>
<header>${badge(tone)}<h3>${name}</h3>
${where === undefined ? undefined : markupOf`<p class="where">${where}</p>`}</header>
${titles.map((title) => markupOf`<p class="title">${coded(title)}</p>`)}
<dl class="told">${rows.map(row)}</dl>
${strip && pages(strip)}
${output && markupOf`<details class="exchanges"><summary>the end of the output</summary><div class="side"><pre tabindex="0">${output.join('\n')}</pre></div></details>`}
${commands.map(command)}
${exchanges.length === 0 ? undefined : markupOf`<details class="exchanges"${tone === 'fail' ? markupOf` open` : undefined}><summary>${counted(exchanges.length, 'exchange')}</summary>${exchanges.map((one, index) => exchange(one, exchanges.length === 1 ? '' : `${index + 1} of ${exchanges.length}`))}</details>`}
</article>`;
}

/** Pages of one listing below each other; what is odd about a record is said in words, and in colour. */
const pages = ({ places, rows }: Strip): Markup =>
  markupOf`<div class="strip" tabindex="0" role="group" aria-label="Pages, a column for each place"><table>
${places.length > 0 ? markupOf`<thead><tr><td></td>${places.map((place) => markupOf`<th scope="col">${place}</th>`)}</tr></thead>` : undefined}
<tbody>${rows.map(
    ({ page, cells }) =>
      markupOf`<tr><th scope="row">${page}</th>${cells.map((cell) =>
        cell === undefined
          ? markupOf`<td></td>`
          : markupOf`<td${cell.mark && markupOf` class="odd"`} title="${cell.id}">${shortId(cell.id)}${cell.mark && markupOf`<b>${cell.mark}</b>`}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;

const shortId = (id: string): string => (id.length > 9 ? `${id.slice(0, 8)}…` : id);

const row = ([name, value]: Row): Markup =>
  markupOf`<div class="row-${name}"><dt>${name}</dt><dd>${coded(value)}</dd></div>`;

const command = ([label, line]: Row): Markup =>
  markupOf`<div class="repeat"><pre tabindex="0" role="group" aria-label="${label}"><code>${line}</code></pre>
<button type="button" class="copy">Copy ${label}</button></div>`;

/** A text in which what is between backticks is code. */
const coded = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markupOf`${part}` : markupOf`<code>${part}</code>`));

const itemMarkup = ({ tone, label, count, text, isCode, names }: ListItem): Markup =>
  markupOf`<li>${tone && badge(tone)} ${label === undefined ? undefined : `${label}: `}${isCode ? markupOf`<code>${text}</code>` : coded(text)}${names === undefined ? undefined : markupOf` <details><summary>${counted(count ?? 0, 'rule')}</summary>${names}</details>`}</li>`;

const tableMarkup = ({ head, rows }: Table): Markup =>
  markupOf`<table><thead><tr>${head.map((cell) => (cell === '' ? markupOf`<td></td>` : markupOf`<th scope="col">${cellOf(cell)}</th>`))}</tr></thead>
<tbody>${rows.map((cells) => markupOf`<tr>${cells.map((cell, at) => (at === 0 && typeof cell === 'string' ? markupOf`<th scope="row">${cell}</th>` : markupOf`<td${cell === 0 ? markupOf` class="zero"` : undefined}>${cellOf(cell)}</td>`))}</tr>`)}</tbody></table>`;

function cellOf(cell: Cell): MarkupPart {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string') return coded(cell);
  return 'code' in cell ? markupOf`<code>${cell.code}</code>` : badge(cell.tone);
}

function exchange({ request, response }: ShownExchange, count: string): Markup {
  const received =
    'lost' in response
      ? { first: `no response: ${response.detail}`, headers: [], body: '' }
      : {
          first: `${response.status} ${nodeHttp.STATUS_CODES[response.status] ?? ''}`,
          note: `${response.ms} ms`,
          ...response,
        };
  return markupOf`<div class="exchange">
${side(`Request ${count}`, { first: `${request.method} ${request.target}`, ...request })}
${side(`Response ${count}`, received)}
</div>`;
}

type MessageSide = Pick<ShownExchange['request'], 'headers' | 'body'> & {
  readonly first: string;
  readonly note?: string;
};

const side = (title: string, { first, note, headers, body = '' }: MessageSide): Markup =>
  markupOf`<div class="side">
<h4>${title}${note === undefined ? undefined : markupOf` <small>${note}</small>`}</h4>
<pre tabindex="0" role="group" aria-label="${title}"><b>${first}</b>
${headers.map(([name, value]) => markupOf`<span class="header">${name}:</span> ${value}\n`)}${body === '' ? undefined : markupOf`\n${cutBody(indented(body))}`}</pre>
</div>`;

function indented(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    return isObject(json) || Array.isArray(json) ? JSON.stringify(json, null, 2) : body;
  } catch {
    return body;
  }
}

const sectionId = ({ number = 'house' }: ShownSection): string =>
  `section-${number.replaceAll(/[^\w-]/g, '-')}`;

const numberedTitle = ({ number = '0', title }: ShownSection): Markup =>
  number === '0' || title === number
    ? markupOf`${title}`
    : markupOf`<span class="number">§${number} </span>${title}`;

const sectionLink = (one: ShownSection): Markup =>
  markupOf`<li><a href="#${sectionId(one)}">${numberedTitle(one)}</a>${one.broken === 0 ? undefined : markupOf` <span class="broken">${one.broken} broken</span>`}</li>`;

const clauseSection = (one: ShownSection): Markup =>
  markupOf`<section class="part" id="${sectionId(one)}" aria-labelledby="${sectionId(one)}-title">
<h3 id="${sectionId(one)}-title">${numberedTitle(one)}</h3>
<ul class="clauses">${one.clauses.map(clause)}</ul>
</section>`;

const clause = ({ id, level, text, beside }: ShownClause): Markup =>
  markupOf`<li class="clause" data-level="${level}"><div class="says"><p>${coded(text)}</p>
<p class="about"><span class="level">${level}</span> <code>${id}</code></p></div>
<ul class="beside">${beside.map(besideLine)}</ul></li>`;

function besideLine({ tone, name, hasCard, text, about }: ShownClause['beside'][number]): Markup {
  if (tone === undefined) return markupOf`<li class="unjudged">${text}</li>`;
  const shown =
    name !== undefined &&
    (hasCard
      ? markupOf` <a href="#${percentEncoded(anchorOf(name))}">${name}</a>`
      : markupOf` <span class="rule">${name}</span>`);
  return markupOf`<li class="line"${aboutMarks(about)}>${badge(tone)}${shown || undefined}${text === undefined ? undefined : markupOf` <small>${text}</small>`}</li>`;
}
