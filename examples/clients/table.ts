import type { Received } from 'assay/testing';

/** What one client sent. */
export type Sent = { readonly name: string; readonly requests: readonly Received[] };

/** Headers that every client sends alike, or that say nothing of it. */
const plain = /^(host|connection|content-length|authorization)$/i;

/** Versions change; what is sent seldom does. */
const timeless = (text: string): string => text.replace(/\d+(\.\d+)+/g, '…');

const headersOf = ({ headers }: Received): string =>
  headers
    .filter(([name]) => !plain.test(name))
    .map(([name, value]) => `\`${name}: ${timeless(value)}\``)
    .join('<br>');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The page of the docs that tells what each client sends. */
export function tableOf(sent: readonly Sent[]): string {
  const rows = sent.map(({ name, requests }) => {
    const [created] = requests.filter(({ method }) => method === 'POST');
    const listed = requests.find(({ target }) => target.includes('Ridge'));
    if (!created || !listed) throw new Error(`${name} did not send everything`);
    const query = `\`${listed.target.split('?')[1]}\``;
    return `| ${[name, query, headersOf(listed), headersOf(created)].map(cell).join(' | ')} |`;
  });
  return `# What clients send

The stub serves clients as they come; [generators.md](generators.md) makes one from the contract. Each row is what one
of them really sends for the same calls, taken from the journal of a running stub by
\`examples/clients/clients.test.ts\`; the test fails when a row is no longer true, and
\`npm exec -c 'vitest run examples/clients -u'\` rewrites this page. Left out are \`Host\`, \`Connection\`,
\`Content-Length\` and \`Authorization\`; versions are cut.

| client | query of a filtered page | other headers of a \`GET\` | other headers of a \`POST\` |
|---|---|---|---|
${rows.join('\n')}

Brackets come raw or percent-encoded, a space as \`+\` or \`%20\`, commas and parentheses either way, and the
parameters in any order. All of these are one and the same to the stub. It also takes a \`Content-Type\` on a \`GET\`,
headers and members it does not know, and JSON laid out over many lines. What it refuses it says in
\`assay-clause\`, \`assay-pointer\` and \`assay-choice\`, and for a path that is not served it names the nearest one in
\`assay-nearest\`.
`;
}
