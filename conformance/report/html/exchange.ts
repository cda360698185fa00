import { STATUS_CODES } from 'node:http';
import { isObject } from '../../../src/json/json.ts';
import type { ShownExchange } from '../report.ts';
import { html, type Markup } from './markup.ts';

/** The most that is shown of a body, in characters. */
const bodyLimit = 4096;

/** A request and what came back, side by side. */
export const exchangePair = ({ request, reply }: ShownExchange, count: string): Markup =>
  html`<div class="exchange">
${side(`Request ${count}`, [`${request.method} ${request.target}`], request.headers, request.body)}
${responseSide(reply, `Response ${count}`)}
</div>`;

const responseSide = (reply: ShownExchange['reply'], title: string): Markup =>
  'lost' in reply
    ? side(title, [`no response: ${reply.detail}`], [], undefined)
    : side(
        title,
        [`${reply.status} ${STATUS_CODES[reply.status] ?? ''}`, `${reply.ms} ms`],
        reply.headers,
        reply.body,
      );

function side(
  title: string,
  [first = '', note]: readonly string[],
  headers: ShownExchange['request']['headers'],
  body: string | undefined,
): Markup {
  return html`<div class="side">
<h4>${title}${note === undefined ? undefined : html` <small>${note}</small>`}</h4>
<pre tabindex="0" role="group" aria-label="${title}"><b>${first}</b>
${headers.map(([name, value]) => html`<span class="header">${name}:</span> ${value}\n`)}${
  body === undefined || body === '' ? undefined : html`\n${shown(body)}`
}</pre>
</div>`;
}

/** A body, indented where it is JSON, and cut where it is long. */
function shown(body: string): string {
  const text = indented(body);
  return text.length > bodyLimit ? `${text.slice(0, bodyLimit)}…\n(${text.length} characters)` : text;
}

function indented(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    return isObject(json) || Array.isArray(json) ? JSON.stringify(json, null, 2) : body;
  } catch {
    return body;
  }
}
