import type { Received } from 'assay/testing';

/** What one client sent. */
export type Sent = { readonly name: string; readonly requests: readonly Received[] };

/** Headers that every client sends alike, or that say nothing of it. */
const plain = /^(host|connection|content-length|authorization)$/i;

/** Versions change; what is sent seldom does. */
const timeless = (text: string): string => text.replace(/\d+(\.\d+)+/g, '…');

const headersOf = ({ headers }: Received): string[] =>
  headers.filter(([name]) => !plain.test(name)).map(([name, value]) => `\`${name}: ${timeless(value)}\``);

const isJsonType = (header: string): boolean => /^`content-type: application\/json`$/i.test(header);

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A table of what each client sends, in Markdown. A `POST` request must add only its media type to the headers of a `GET` request. */
export function tableOf(sent: readonly Sent[]): string {
  const rows = sent.map(({ name, requests }) => {
    const [created] = requests.filter(({ method }) => method === 'POST');
    const listed = requests.find(({ target }) => target.includes('Ridge'));
    if (!created || !listed) throw new Error(`${name} did not send everything`);
    const query = `\`${listed.target.split('?')[1]}\``;
    const headers = headersOf(listed).join('<br>');
    const [type, ...others] = headersOf(created).toSorted(
      (a, b) => Number(isJsonType(b)) - Number(isJsonType(a)),
    );
    if (!isJsonType(type ?? '') || others.join('<br>') !== headers)
      throw new Error(`${name} sends other headers with a POST request: list them, too`);
    return `| ${[name, query, headers].map(cell).join(' | ')} |`;
  });
  return `| client | query of a filtered page | other headers |
|---|---|---|
${rows.join('\n')}
`;
}
