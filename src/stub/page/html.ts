/** HTML that is safe to send. */
export type Html = { readonly html: string };

type Content = Html | string | number | readonly Html[];

/** A piece of HTML; whatever is put into it is escaped, unless it is HTML itself. */
export const html = (pieces: TemplateStringsArray, ...contents: readonly Content[]): Html => ({
  html: String.raw({ raw: pieces }, ...contents.map(written)),
});

function written(content: Content): string {
  if (typeof content === 'object') return 'html' in content ? content.html : content.map(written).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
