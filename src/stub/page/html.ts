/** HTML that is safe to send. */
export type Html = { readonly html: string };

type Content = Html | string | number | readonly Html[];

/** A template tag for HTML. Values are escaped unless they are HTML themselves. */
export const html = (strings: TemplateStringsArray, ...contents: readonly Content[]): Html => ({
  html: String.raw({ raw: strings }, ...contents.map(escaped)),
});

function escaped(content: Content): string {
  if (typeof content === 'object') return 'html' in content ? content.html : content.map(escaped).join('');
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
