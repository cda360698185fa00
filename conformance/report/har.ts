import type { Entry, Har, Header, PostData } from 'har-format';
import { header, type Header as WireHeader } from '../../src/http/exchange.ts';
import { nodeHttp } from '../../src/http/server.ts';
import { percentEncoded } from '../../src/percent.ts';
import { keptOfBody as bodyLimit } from '../engine/memory-limits.ts';
import { jsonText } from './escaping.ts';
import { notesOf } from './findings.ts';
import type { RecordedExchange, Report, ShownExchange } from './report.ts';
import { allTested, untestedBy, untestedTitle } from './untested-rules.ts';
import { verdictLine } from './words.ts';

/** The report as an HTTP archive (HAR 1.2), which the developer tools of a browser open. */
export function har(report: Report): string {
  const { assay, target, startedAt = new Date(0).toISOString() } = report;
  const exchanges = report.exchanges ?? recordedExchanges(report, startedAt);
  const footer = untestedBy(report.results).map(({ words, rules }) => `${words} (${rules.join(', ')})`);
  const archive: Har = {
    log: {
      version: '1.2',
      creator: { name: report.recorded ? 'assay inspect' : 'assay', version: assay },
      comment: [
        verdictLine(report),
        ...notesOf(report),
        `${untestedTitle}: ${footer.join('; ') || allTested}`,
      ].join('\n'),
      pages: [],
      entries: exchanges
        .map((exchange) => harEntry(target, exchange))
        .sort((one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime)),
    },
  };
  return jsonText(archive);
}

/** Where the run kept no record: the exchanges that show something. */
const recordedExchanges = ({ results, alsoSeen = [] }: Report, startedAt: string): RecordedExchange[] =>
  [...results, ...alsoSeen]
    .flatMap(({ exchanges, intermittent = [] }) => [
      ...exchanges,
      ...intermittent.flatMap((once) => once.exchanges),
    ])
    .map((exchange) => ({ ...exchange, startedAt }));

/** Fields of our own begin with a line, as HAR has it: with them `inspect` judges a record as the check did. */
type OwnFields = {
  readonly _attempts?: RecordedExchange['attempts'];
  readonly _recheck?: RecordedExchange['recheck'];
};

function harEntry(
  baseUrl: string,
  { request, response, startedAt, attempts, recheck }: RecordedExchange,
): Entry & OwnFields {
  const { method, target, headers, body } = request;
  const url = uri(baseUrl + target);
  return {
    startedDateTime: startedAt,
    time: response.ms,
    request: {
      method,
      url,
      ...(url === baseUrl + target ? {} : { _url: baseUrl + target }),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namedHeaders(headers),
      queryString: query(target),
      ...(body === undefined ? {} : { postData: posted(headers, body) }),
      headersSize: -1,
      bodySize: Buffer.byteLength(body ?? ''),
    },
    response: responseEntry(response),
    cache: {},
    timings: { send: 0, wait: response.ms, receive: 0 },
    ...(attempts ? { _attempts: attempts } : {}),
    ...(recheck ? { _recheck: recheck } : {}),
  };
}

function responseEntry(response: ShownExchange['response']): Entry['response'] {
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };
  if ('lost' in response) {
    const content = { size: 0, mimeType: 'x-unknown' };
    const comment = `no response: ${response.detail}`;
    return { ...common, status: 0, statusText: '', headers: [], content, redirectURL: '', comment };
  }
  const { status, headers } = response;
  const { text, size } = wholeBody(response.body);
  return {
    ...common,
    status,
    statusText: nodeHttp.STATUS_CODES[status] ?? '',
    headers: namedHeaders(headers),
    content: {
      size,
      mimeType: header(headers, 'content-type') ?? 'x-unknown',
      text: text.slice(0, bodyLimit),
      ...(Buffer.byteLength(text) < size || text.length > bodyLimit
        ? { comment: `the beginning of ${size} bytes` }
        : {}),
    },
    redirectURL: header(headers, 'location') ?? '',
  };
}

/** What is shown of a body, and how long all of it was. */
function wholeBody(shown: string): { readonly text: string; readonly size: number } {
  const [mark, length] = /… \((\d+) bytes\)$/.exec(shown) ?? [];
  return mark === undefined
    ? { text: shown, size: Buffer.byteLength(shown) }
    : { text: shown.slice(0, -mark.length), size: Number(length) };
}

const namedHeaders = (headers: readonly WireHeader[]): Header[] =>
  headers.map(([name, value]) => ({ name, value }));

const posted = (headers: readonly WireHeader[], body: string): PostData => ({
  mimeType: header(headers, 'content-type') ?? 'x-unknown',
  text: body.slice(0, bodyLimit),
});

/** An address as RFC 3986 has it; what was really sent may hold anything, and is in the query string. */
const uri = (address: string): string =>
  address
    .toWellFormed()
    .replaceAll(/[^\w\-.~:/?#@!$&'()*+,;=%]/gu, percentEncoded)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25');

/** The query as it is on the wire: what is malformed in it stays visible. */
const query = (target: string): Header[] =>
  (target.split('?')[1] ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('=') };
    });
