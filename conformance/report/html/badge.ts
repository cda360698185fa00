import type { Standing } from '../standing.ts';
import { html, type Markup } from './markup.ts';

const marks: Readonly<Record<Standing, string>> = {
  pass: '✓',
  fail: '✗',
  warning: '▲',
  waived: '~',
  error: '!',
  inconclusive: '?',
  untested: '○',
  skipped: '–',
};

/** How a rule is, by mark, word and colour. */
export const badge = (standing: Standing): Markup =>
  html`<span class="badge ${standing}"><span aria-hidden="true">${marks[standing]}</span> ${standing}</span>`;
