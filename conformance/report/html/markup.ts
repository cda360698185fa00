import { plain } from '../text/plain.ts';

/** Text that is HTML already. Nothing else gets into a page unescaped. */
export type Markup = { readonly markup: string };

/** What can be in a template: text is escaped, markup is not, nothing is nothing. */
type Part = string | number | undefined | Markup | readonly Part[];

/** A template of HTML: anything put into it is text, unless it is markup. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: String.raw({ raw: strings }, ...parts.map(written)),
});

function written(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(written).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute; line breaks stay, other control characters are escaped. */
function escapeText(text: string): string {
  const lines = text.split('\n').map(plain).join('\n');
  return lines.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
