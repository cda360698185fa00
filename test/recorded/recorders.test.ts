import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../conformance/inspect.ts';
import { json } from '../../conformance/report/json.ts';
import { archiveOf, contract, inspectWritten, listing, listingEntry } from './written-archive.ts';

const archives = join(import.meta.dirname, 'archives');
const at = (name: string): string => join(archives, `${name}.har`);

/** The same three requests, recorded by each tool: a listing, something else, and a key. */
const whole = ['mitmproxy', 'playwright-embed', 'playwright-minimal', 'playwright-attach/playwright-attach'];

describe('what recorders write', () => {
  it.each(whole)('is judged: %s', async (name) => {
    const { headline, recorded, target, results } = await inspect([at(name)], { contract });
    expect(headline.verdict).toBe('no violation');
    expect(recorded?.judged).toBe(2);
    expect(target).toBe('http://127.0.0.1:4610/api');
    const passed = results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule);
    expect(passed).toEqual(
      expect.arrayContaining(['application-key/created', 'node-products/response-json']),
    );
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  // An archive that is written to another place loses the bodies that lie beside it.
  it.each(whole.filter((name) => !name.includes('attach')))('shows a fault: %s', async (name) => {
    const text = (await readFile(at(name), 'utf8')).replaceAll(/"status": ?201/g, '"status":200');
    const { headline, results } = await inspectWritten([text]);
    expect(headline.verdict).toBe('violates');
    expect(results.find(({ rule }) => rule === 'application-key/created')?.saw).toContain('200');
  });

  it('holds no bodies where the recorder left them out, and that is said', async () => {
    const { headline, recorded, exitCode } = await inspect([at('playwright-omit')], { contract });
    expect(recorded).toEqual({
      judged: 0,
      notes: ['1 to other addresses', '2 whose body the recorder lost or cut'],
    });
    expect({ verdict: headline.verdict, exitCode }).toEqual({ verdict: 'undetermined', exitCode: 3 });
  });

  it('brings no secret of a stranger into a report', async () => {
    for (const name of whole) {
      const report = json(await inspect([at(name)], { contract, strict: true }));
      for (const secret of ['a-token-of-a-stranger', 'a-session-of-a-stranger'])
        expect(report).not.toContain(secret);
    }
  });
});

describe('what recorders are documented to write', () => {
  const text = JSON.stringify(listing);
  const judged = async (entry: unknown, creator?: string) =>
    (await inspectWritten([archiveOf([entry, listingEntry()], creator)])).recorded;

  it('Chrome: pseudo headers of HTTP/2, members of its own, base64', async () => {
    const entry = listingEntry({
      content: { size: text.length, mimeType: 'application/json', compression: 3, encoding: 'base64', text: Buffer.from(text).toString('base64') },
    });
    entry.request.headers.unshift({ name: ':authority', value: 'shop.example' }, { name: ':path', value: '/' });
    expect(await judged({ ...entry, _initiator: { type: 'script' }, _priority: 'High', _resourceType: 'fetch' }, 'WebInspector')).toEqual({ judged: 2, notes: [] });
  });

  it('Chrome: answers from its cache are left alone', async () => {
    expect(await judged({ ...listingEntry(), _fromCache: 'disk' })).toEqual({ judged: 1, notes: ['1 from a cache'] });
  });

  it('Firefox: times with an offset, bodies left out or cut', async () => {
    const entry = listingEntry({ startedDateTime: '2026-11-21T11:00:00.000+01:00' });
    expect(await judged(entry, 'Firefox')).toEqual({ judged: 2, notes: [] });
    const without = listingEntry({ content: { mimeType: 'application/json', size: 400, comment: 'Response bodies are not included.' } });
    expect(await judged(without, 'Firefox')).toEqual({ judged: 1, notes: ['1 whose body the recorder lost or cut'] });
    const cut = listingEntry({ content: { mimeType: 'application/json', size: 4000, text: text.slice(0, 20) } });
    expect(await judged(cut, 'Firefox')).toEqual({ judged: 1, notes: ['1 whose body the recorder lost or cut'] });
  });

  it('Charles and the recorders for k6: brackets as they are, sizes of -1, forms as parameters', async () => {
    expect(await judged(listingEntry({ query: '?page[limit]=2' }), 'Charles Proxy')).toEqual({ judged: 2, notes: [] });
    const form = {
      ...listingEntry(),
      request: { method: 'POST', url: 'http://shop.example/api/v2/application-keys', headers: [], postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'name', value: 'Till' }] } },
    };
    expect(await judged(form, 'k6 Browser Recorder')).toEqual({ judged: 2, notes: [] });
  });

  it('chrome-har: JSON bodies as parameters, which are read whole or left alone', async () => {
    const posted = (...params: unknown[]) => ({
      ...listingEntry(),
      request: { method: 'POST', url: 'http://shop.example/api/v2/application-keys', headers: [], postData: { mimeType: 'application/json', params } },
    });
    const whole = JSON.stringify({ data: { type: 'application_key', name: 'Till' } });
    expect(await judged(posted({ name: whole, value: '' }), 'chrome-har')).toEqual({ judged: 2, notes: [] });
    const parts = posted({ name: 'data', value: '[object Object]' });
    expect(await judged(parts, 'chrome-har')).toEqual({ judged: 1, notes: ['1 whose body the recorder lost or cut'] });
  });

  it('whatever did not come to an answer is left alone', async () => {
    const entry = listingEntry();
    const lost = { ...entry, response: { status: 0, headers: [], content: { size: 0 } } };
    expect(await judged(lost)).toEqual({ judged: 1, notes: ['1 without a response'] });
  });
}); // biome-ignore format: an entry a line

describe('which requests are ours', () => {
  const other = listingEntry({ base: 'http://other.example' });

  it('those to the first server that is asked for something of the interface', async () => {
    const report = await inspectWritten([archiveOf([listingEntry(), other, other])]);
    expect(report.target).toBe('http://shop.example/api');
    expect(report.recorded).toEqual({
      judged: 1,
      notes: ['2 to other addresses', '2 requests of the interface went to http://other.example'],
    });
  });

  it('those to the base URL that is given, over several files', async () => {
    const files = [archiveOf([listingEntry(), other]), archiveOf([other])];
    const report = await inspectWritten(files, { target: { baseUrl: 'http://OTHER.example:80/' } });
    expect(report.recorded).toMatchObject({ judged: 2 });
  });

  it('none: that is an error which says where some went', async () => {
    const target = { baseUrl: 'http://shop.example' };
    await expect(inspectWritten([archiveOf([other])], { target })).rejects.toThrow(
      /no request to http:\/\/shop\.example is in .*; --base-url http:\/\/other\.example would find some\./,
    );
  });

  it('nothing but what the interface has', async () => {
    const entry = listingEntry();
    const elsewhere = { ...entry, request: { ...entry.request, url: 'http://shop.example/api/v2/carts' } };
    expect((await inspectWritten([archiveOf([listingEntry(), elsewhere])])).recorded).toEqual({
      judged: 1,
      notes: ['1 of other operations'],
    });
  });
});
