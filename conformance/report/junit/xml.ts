/** An element of an XML document: what is in it is text, or other elements. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: string | readonly XmlElement[];
};

/** Makes an element. */
export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  content: XmlElement['content'] = '',
): XmlElement => ({ name, attributes, content });

/** A whole document, one element a line. */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;

function written({ name, attributes, content }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `${indent}<${name}${pairs.join('')}`;
  if (content.length === 0) return `${start}/>`;
  if (typeof content === 'string') return `${start}>${escaped(content, '\n\t')}</${name}>`;
  const inner = content.map((child) => written(child, `${indent}  `));
  return [`${start}>`, ...inner, `${indent}</${name}>`].join('\n');
}

/** What XML 1.0 cannot hold in any form, halves of characters among it. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text with its marks escaped; white space that a reader would change is written by number, unless it may stay. */
const escaped = (text: string, mayStay = ''): string =>
  text
    .replaceAll(impossible, '')
    .replaceAll(/[&<>"\t\n\r]/g, (mark) =>
      mayStay.includes(mark) ? mark : (entities[mark] ?? `&#${mark.charCodeAt(0)};`),
    );
