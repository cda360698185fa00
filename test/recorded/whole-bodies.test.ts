import { describe, expect, it } from 'vitest';
import { responseBody } from '../../conformance/recorded/recorded-body.ts';
import { archiveOf, inspectWritten, listing, listingEntry } from './written-archive.ts';

const text = JSON.stringify(listing);
const size = text.length;
const cut = text.slice(0, 20);
const base64 = (of: string) => ({ encoding: 'base64', text: Buffer.from(of).toString('base64') });

/** Judged and in order; left out; judged as a response without a body; judged as one that is not JSON. */
type Outcome = 'whole' | 'left out' | 'empty' | 'not JSON';

const leftOut = '1 whose body the recorder lost or cut';

type Recorded = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: unknown;
  readonly bodySize?: unknown;
};

const fields = (headers: Recorded['headers'] = {}) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function responding({ headers, content, bodySize }: Recorded) {
  const { request, response, ...entry } = listingEntry({ content });
  return {
    ...entry,
    request,
    response: {
      ...response,
      headers: [...response.headers, ...fields(headers)],
      ...(bodySize === undefined ? {} : { bodySize }),
    },
  };
}

describe('the body of a response', () => {
  const responses: readonly (readonly [string, Outcome, Recorded])[] = [
    ['is as long as everybody says', 'whole', { headers: { 'content-length': `${size}` }, content: { size, text }, bodySize: size }],
    ['of mitmproxy', 'whole', { headers: { 'Content-Length': `${size}` }, content: { size, compression: 0, text }, bodySize: size }],
    ['of Chrome over HTTP/2', 'whole', { content: { size, text }, bodySize: -1 }],
    ['of Chrome, with the framing of chunks', 'whole', { headers: { 'transfer-encoding': 'chunked' }, content: { size, compression: -11, text }, bodySize: size + 11 }],
    ['of Playwright, with the framing of chunks', 'whole', { headers: { 'transfer-encoding': 'chunked' }, content: { size, compression: 0, text }, bodySize: size + 11 }],
    ['of Firefox, with the size of the headers', 'whole', { content: { size, text }, bodySize: size + 300 }],
    ['of a recorder that writes -1', 'whole', { content: { size: -1, text }, bodySize: -1 }],
    ['of a recorder that writes 0', 'whole', { content: { size: 0, text }, bodySize: 0 }],
    ['of a recorder that writes nothing', 'whole', { content: { text } }],
    ['is longer than its compressed bytes', 'whole', { headers: { 'content-encoding': 'gzip', 'content-length': '60' }, content: { size, compression: size - 60, text }, bodySize: 60 }],
    ['is longer than its compressed bytes, and no more is known', 'whole', { headers: { 'content-encoding': 'br', 'content-length': '60' }, content: { size: -1, text }, bodySize: -1 }],
    ['became longer when it was compressed', 'whole', { headers: { 'content-encoding': 'gzip', 'content-length': `${size + 15}` }, content: { size, text }, bodySize: size + 15 }],
    ['became longer when it was compressed, of mitmproxy', 'whole', { headers: { 'content-encoding': 'gzip', 'content-length': `${size + 15}` }, content: { size: size + 15, compression: -15, text }, bodySize: size + 15 }],
    ['became longer when it was compressed, and no more is known', 'whole', { headers: { 'content-encoding': 'gzip', 'content-length': `${size + 15}` }, content: { size: -1, text }, bodySize: -1 }],
    ['has a coding that changes nothing', 'whole', { headers: { 'content-encoding': 'identity', 'content-length': `${size}` }, content: { size, text } }],
    ['is in base64', 'whole', { headers: { 'content-length': `${size}` }, content: { size, ...base64(text) }, bodySize: size }],
    ['lost its byte order mark', 'whole', { headers: { 'content-length': `${size + 3}` }, content: { size: size + 3, text } }],
    ['lost the line break at its end', 'whole', { headers: { 'content-length': `${size + 1}` }, content: { size: size + 1, text } }],
    ['was redacted', 'whole', { headers: { 'content-length': '4000' }, content: { size: 4000, text: text.replace('{', '{"note":"[redacted]",') } }],
    ['has a Content-Length that is none', 'whole', { headers: { 'content-length': 'many' }, content: { size: 'many', text }, bodySize: {} }],

    ['streamed by mitmproxy', 'left out', { headers: { 'content-length': '20933' }, content: { size: 0, compression: 0, text: '' }, bodySize: 0 }],
    ['streamed and compressed', 'left out', { headers: { 'content-length': '2093', 'content-encoding': 'gzip' }, content: { size: 0, compression: 0, text: '' }, bodySize: 0 }],
    ['streamed, in base64', 'left out', { headers: { 'content-length': '20933' }, content: { size: 0, encoding: 'base64', text: '' } }],
    ['lost, and its size is known', 'left out', { content: { size: 20933, text: '' } }],
    ['lost, and its size is known by what was transferred', 'left out', { content: { size: 0, text: '' }, bodySize: 20933 }],
    ['lost, and what compression saved is known', 'left out', { content: { size: 0, compression: 15000, text: '' }, bodySize: 5000 }],
    ['lost, and its size is unknown', 'left out', { content: { size: -1, text: '' }, bodySize: -1 }],
    ['is absent, and its size is 0', 'left out', { content: { size: 0 }, bodySize: 0 }],
    ['is absent, and its size is known', 'left out', { headers: { 'content-length': '20933' }, content: { size: 20933 } }],
    ['is null', 'left out', { headers: { 'content-length': '20933' }, content: { size: 0, text: null } }],
    ['cut: the header is longer', 'left out', { headers: { 'content-length': `${size}` }, content: { size: 20, text: cut }, bodySize: 20 }],
    ['cut: the size is larger', 'left out', { content: { size, text: cut }, bodySize: -1 }],
    ['cut: the size is larger, and compression saved something', 'left out', { headers: { 'content-encoding': 'gzip', 'content-length': '12' }, content: { size, compression: size - 12, text: cut }, bodySize: 12 }],
    ['cut: what was transferred is more', 'left out', { content: { size: -1, text: cut }, bodySize: size }],
    ['cut: what was transferred is more than the size', 'left out', { content: { size: 20, text: cut }, bodySize: size }],
    ['cut: what was transferred and what compression saved are more', 'left out', { headers: { 'content-encoding': 'gzip' }, content: { compression: size - 15, text: cut }, bodySize: 15 }],
    ['cut: the compressed bytes are more', 'left out', { headers: { 'content-encoding': 'gzip', 'content-length': '60' }, content: { size: -1, text: cut } }],
    ['cut, in base64', 'left out', { headers: { 'content-length': `${size}` }, content: { size: 20, ...base64(cut) } }],
    ['cut, in base64 that is longer than the body', 'left out', { content: { size: 24, ...base64(cut) } }],
    ['cut by less than a byte order mark', 'left out', { headers: { 'content-length': `${size}` }, content: { size, text: text.slice(0, -3) } }],
    ['cut to other JSON: the header is longer', 'left out', { headers: { 'content-length': '20933' }, content: { size, text }, bodySize: size }],
    ['cut to other JSON: the size is larger', 'left out', { content: { size: 20933, text } }],
    ['cut to other JSON: what was transferred is more', 'left out', { content: { text }, bodySize: 20933 }],
    ['cut to a number', 'left out', { headers: { 'content-encoding': 'gzip', 'content-length': '21' }, content: { text: '1' } }],

    ['has a Content-Length of 0', 'empty', { headers: { 'content-length': '0' }, content: { size: 0, text: '' }, bodySize: 0 }],
    ['has a Content-Length of 0, and no text', 'empty', { headers: { 'content-length': '0' }, content: { size: 0 }, bodySize: 0 }],
    ['has a Content-Length of 0, and unknown sizes', 'empty', { headers: { 'content-length': '0' }, content: { size: -1, text: '' }, bodySize: -1 }],
    ['has a Content-Length of 0, of Firefox', 'empty', { headers: { 'content-length': '0' }, content: { size: 0, text: '' }, bodySize: 300 }],
    ['has no chunk', 'empty', { headers: { 'transfer-encoding': 'chunked' }, content: { size: 0, text: '' }, bodySize: 0 }],
    ['has no chunk, and nothing else is said', 'empty', { headers: { 'transfer-encoding': 'chunked' }, content: { text: '' } }],
    ['has no chunk, of Chrome', 'empty', { headers: { 'transfer-encoding': 'chunked' }, content: { size: 0, compression: -5, text: '' }, bodySize: 5 }],
    ['is empty over HTTP/2', 'empty', { content: { size: 0, text: '' }, bodySize: -1 }],

    ['is not JSON, and whole', 'not JSON', { headers: { 'content-length': '20' }, content: { size: 20, text: cut }, bodySize: 20 }],
    ['is not JSON, and whole, of Firefox', 'not JSON', { headers: { 'content-length': '20' }, content: { size: 20, text: cut }, bodySize: 320 }],
    ['is not JSON, and whole, with unknown sizes', 'not JSON', { content: { size: -1, text: cut }, bodySize: -1 }],
  ]; // biome-ignore format: an entry a line

  it.each(responses)('%s: %s', async (_, outcome, recorded) => {
    expect(await outcomeOf(responding(recorded))).toBe(outcome);
  });

  async function outcomeOf(entry: unknown): Promise<Outcome | undefined> {
    const { recorded, results } = await inspectWritten([
      archiveOf([entry, responding({ content: { text } })]),
    ]);
    if (recorded?.judged === 1) {
      expect(recorded.notes).toEqual([leftOut]);
      expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      return 'left out';
    }
    const broken = results.filter(({ verdict }) => verdict === 'fail');
    if (broken.length === 0) return 'whole';
    return broken.some(({ saw }) => saw?.includes('without a body')) ? 'empty' : 'not JSON';
  }
});

describe('the body of a request', () => {
  const json = JSON.stringify({ data: { type: 'application_key', name: 'Till' } });
  const long = json.length;
  const posting = ({ headers, content, bodySize }: Recorded, method = 'POST') => ({
    startedDateTime: '2026-11-21T10:00:00.000Z',
    request: {
      method,
      url: 'http://shop.example/api/v2/application-keys',
      headers: fields(headers),
      ...(content === undefined ? {} : { postData: content }),
      ...(bodySize === undefined ? {} : { bodySize }),
    },
    response: { status: 201, headers: [], content: { text: '{"data":{}}' } },
  });
  const requests: readonly (readonly [string, Outcome, Recorded])[] = [
    ['is as long as everybody says', 'whole', { headers: { 'content-length': `${long}` }, content: { text: json }, bodySize: long }],
    ['of a recorder that writes -1', 'whole', { content: { text: json }, bodySize: -1 }],
    ['of a recorder that writes 0', 'whole', { content: { text: json }, bodySize: 0 }],
    ['of a recorder that writes nothing', 'whole', { content: { text: json } }],
    ['of Firefox, which counts characters', 'whole', { content: { text: json.replace('Till', 'Théâtre') }, bodySize: long + 3 }],
    ['is longer than its compressed bytes', 'whole', { headers: { 'content-encoding': 'gzip', 'content-length': '30' }, content: { text: json }, bodySize: 30 }],
    ['was redacted', 'whole', { headers: { 'content-length': '4000' }, content: { text: json.replace('Till', '[redacted]') } }],

    ['streamed by mitmproxy', 'left out', { headers: { 'content-length': '20933' }, content: { text: null, params: [] }, bodySize: 0 }],
    ['lost', 'left out', { headers: { 'content-length': '20933' }, content: { text: '' }, bodySize: 0 }],
    ['lost, and its size is known', 'left out', { content: { text: '' }, bodySize: 20933 }],
    ['lost, and its size is unknown', 'left out', { content: { text: '', params: [] }, bodySize: -1 }],
    ['is absent, and there is a header', 'left out', { headers: { 'content-length': '20933' }, bodySize: 0 }],
    ['is absent, and its size is known', 'left out', { bodySize: 20933 }],
    ['is absent, and nothing is known', 'left out', {}],
    ['cut: the header is longer', 'left out', { headers: { 'content-length': `${long}` }, content: { text: json.slice(0, 9) }, bodySize: 9 }],
    ['cut: the size is larger', 'left out', { content: { text: json.slice(0, 9) }, bodySize: long }],
    ['cut to other JSON', 'left out', { headers: { 'content-length': '20933' }, content: { text: '{"data":{}}' } }],
    ['cut, in base64', 'left out', { headers: { 'content-length': `${long}` }, content: base64(json.slice(0, 9)) }],

    ['has a Content-Length of 0', 'empty', { headers: { 'content-length': '0' }, content: { text: '' }, bodySize: 0 }],
    ['has a Content-Length of 0, and no text', 'empty', { headers: { 'content-length': '0' }, bodySize: -1 }],
    ['has no chunk', 'empty', { headers: { 'transfer-encoding': 'chunked' }, content: { text: '' }, bodySize: 0 }],

    ['is not JSON, and whole', 'not JSON', { headers: { 'content-length': '9' }, content: { text: 'name=Till' }, bodySize: 9 }],
  ]; // biome-ignore format: an entry a line

  it.each(requests)('%s: %s', async (_, outcome, recorded) => {
    const report = await inspectWritten([archiveOf([posting(recorded), listingEntry()])]);
    if (outcome === 'left out') {
      expect(report.recorded).toEqual({ judged: 1, notes: [leftOut] });
      return;
    }
    expect(report.recorded).toEqual({ judged: 2, notes: [] });
    const broken = report.results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    expect(broken.includes('application-key/request-body-required')).toBe(outcome === 'empty');
    expect(broken.includes('application-key/request-body-json')).toBe(outcome === 'not JSON');
  });
});

describe('an exchange without a body', () => {
  const entry = listingEntry({ content: { size: -1, text: '' } });
  const length = [{ name: 'content-length', value: '20933' }];
  const notesOf = async (one: unknown) =>
    (await inspectWritten([archiveOf([one, listingEntry()])])).recorded?.notes;

  it('is not lost because a header is about another one', async () => {
    const headers = [['content-length', '20933']] as const;
    const empty = { content: { size: 0, text: '' } };
    expect(responseBody(empty, { method: 'HEAD', status: 200, headers }, () => undefined)).toHaveLength(0);
    const head = {
      ...entry,
      request: { ...entry.request, method: 'HEAD' },
      response: { ...entry.response, headers: length },
    };
    expect(await notesOf(head)).toEqual(['1 of other operations']);
    const unchanged = { ...entry, response: { ...entry.response, status: 304, headers: length } };
    expect(await notesOf(unchanged)).toEqual(['1 with the status 304, which shows nothing']);
  });

  it('is judged where the status says that there is none', async () => {
    const { recorded, results } = await inspectWritten([
      archiveOf([{ ...entry, response: { ...entry.response, status: 204, content: { size: -1 } } }]),
    ]);
    expect(recorded).toEqual({ judged: 1, notes: [] });
    expect(results.find(({ verdict }) => verdict === 'fail')?.saw).toContain('without a body');
  });

  it('is judged where the recorder writes a text for a request that has none', async () => {
    const whole = listingEntry();
    const asked = (bodySize: number, headers: readonly unknown[] = []) => ({
      ...whole,
      request: { ...whole.request, headers, bodySize, postData: { mimeType: '', text: '' } },
    });
    expect(await notesOf(asked(-1))).toEqual([]);
    expect(await notesOf(asked(0))).toEqual([]);
    expect(await notesOf(asked(-1, length))).toEqual([leftOut]);
  });
});

it('counts only requests to the server, and says so in one line', async () => {
  const lost = responding({ headers: { 'content-length': '20933' }, content: { size: 0, text: '' } });
  const picture = { ...lost, request: { ...lost.request, url: 'http://shop.example/logo.png' } };
  const report = await inspectWritten([archiveOf([lost, picture, lost, responding({ content: { text } })])]);
  expect(report.recorded?.notes).toEqual(['1 to other addresses', '2 whose body the recorder lost or cut']);
});
