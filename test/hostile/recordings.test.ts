import { describe, expect, it } from 'vitest';
import { inspect } from '../../conformance/inspect.ts';
import { splitEntries } from '../../conformance/recorded/split-entries.ts';
import { json } from '../../conformance/report/json.ts';
import { archiveOf, contract, inspectWritten, listingEntry } from '../recorded/written-archive.ts';
import { complaint, complaintOf } from './command.ts';
import { expectSentence } from './sentence.ts';

const entry = listingEntry();
const archive = archiveOf([entry, entry, entry]);

it.each(['/dev/zero'])('a device that is no recording ends in one sentence: %s', async (file) => {
  expectSentence(await complaintOf(() => inspect([file], { contract })), file);
});

it('a file that is not there ends in one sentence on the command line, too', async () => {
  expectSentence(await complaint(['inspect', '--no-target', 'nowhere.har']), 'nowhere.har');
});

describe('a recording that holds rubbish ends in a verdict', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const odd: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['base64 that is none', listingEntry({ content: { text: '***', encoding: 'base64' } }), ['1 unreadable']],
    ['an entry without a body', listingEntry({ content: {} }), ['1 whose body the recorder lost or cut']],
    ['a body that nests deeply', listingEntry({ content: { text: deep } }), []],
    ['a time that is none', listingEntry({ startedDateTime: 'yesterday' }), []],
    ['a time before all others', listingEntry({ startedDateTime: '1970-01-01T00:00:00Z' }), []],
    ['a body in a file elsewhere', listingEntry({ content: { _file: '../../etc/passwd' } }), ['1 whose body the recorder lost or cut']],
    ['a body in a file that no recorder writes', listingEntry({ content: { _file: '0.har' } }), ['1 whose body the recorder lost or cut']],
    ['an address that is none', listingEntry({ base: 'http://[' }), ['1 to other addresses']],
    ['headers that are none', { ...entry, request: { ...entry.request, headers: [null, {}, { name: 1 }] } }, []],
    ['members with odd names', { ...entry, __proto__: { a: 1 }, constructor: { prototype: 1 } }, []],
    ['attempts that are none', { ...entry, _attempts: [null, { attempt: 1, as: 'exchange', about: { clause: 1 } }] }, []],
    ['an attempt that contains readings', { ...entry, _attempts: [{ attempt: 1, as: 'exchange', about: { operation: 'node-products', clause: 'node-products/served', what: 'a reading', expects: 'acceptance', readings: { after: [{ id: 1, request: {}, response: { body: { 0: 123 } } }] } } }] }, []],
    ['a reading at a place that is none', { ...entry, _attempts: [{ attempt: 1, as: 'readAfter', place: 'first' }] }, []],
  ]; // biome-ignore format: an entry a line

  it.each(odd)('%s', async (_, one, notes) => {
    for (const creator of ['somebody', 'assay']) {
      const report = await inspectWritten([archiveOf([entry, one, entry], creator)]);
      expect(['no violation', 'violates']).toContain(report.headline.verdict);
      expect(report.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
      expect(report.recorded?.notes).toEqual(notes);
    }
  });

  it('breaks off: what came before is judged', async () => {
    const report = await inspectWritten([archive.slice(0, -100)]);
    expect(report.recorded).toMatchObject({ judged: 2 });
    expect(report.recorded?.notes.join()).toMatch(/breaks off after 2 entries/);
  });

  it('is not UTF-8 in one place: the rest is judged', async () => {
    const [before = '', ...after] = archive.split('data');
    const broken = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after.join('data'))]);
    expect(after).toHaveLength(3);
    expect((await inspectWritten([broken])).recorded).toEqual({ judged: 2, notes: ['1 unreadable'] });
  });

  it('has an entry that nests deeply: that one cannot be read', async () => {
    const hostile = archive.replace('"entries":[', `"entries":[{"a":${deep}},`);
    expect((await inspectWritten([hostile])).recorded).toMatchObject({ judged: 3 });
  });

  it('has an entry of more than 24 MiB: that one is not read', () => {
    const read: (number | undefined)[] = [];
    const { write } = splitEntries({ onEntry: (bytes) => read.push(bytes?.byteLength), onCreator: () => {} });
    write(Buffer.from('{"log":{"entries":[{"a":"'));
    const piece = Buffer.alloc(1024 * 1024, 'a');
    for (let count = 0; count < 24; count += 1) write(piece);
    write(Buffer.from('"},{"b":1}]}}'));
    expect(read).toEqual([undefined, 7]);
  });

  it('nests without an end: what is open is not remembered', () => {
    const { write } = splitEntries({ onEntry: () => {}, onCreator: () => {} });
    write(Buffer.from('{"log":{"entries":'));
    const level = Buffer.alloc(1024 * 1024, '{"a":');
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 64; count += 1) write(level);
    // Whether garbage was collected by now is chance.
    globalThis.gc?.();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('never brings a secret into a report, however many come after it', async () => {
    const created = (key: string, status: number) => ({
      startedDateTime: '2026-11-21T10:00:00Z',
      request: {
        method: 'POST',
        url: `http://shop.example/api/v2/application-keys?api_key=${key}`,
        headers: [],
        postData: { text: JSON.stringify({ data: { type: 'application_key', name: 'x' } }) },
      },
      response: { status, headers: [], content: { text: '{"data":{}}' } },
    });
    const others = Array.from({ length: 2_100 }, (_, index) =>
      created(`a-key-with-the-number-${index}`, 401),
    );
    const report = await inspectWritten([archiveOf([created('first-key-7d1f0c55', 200), ...others])]);
    expect(report.headline.verdict).toBe('violates');
    expect(json(report)).toContain('api_key=');
    expect(json(report)).not.toContain('first-key-7d1f0c55');
  });

  it('never brings its secrets into a report', async () => {
    const secrets = {
      token: 'token-7d1f0c55', cookie: 'cookie-7d1f0c55', client: 'client-7d1f0c55', card: 'card-7d1f0c55', customer: 'customer-7d1f0c55', key: 'key-7d1f0c55',
    }; // biome-ignore format: short
    const headers = [
      { name: 'Authorization', value: `Bearer ${secrets.token}` },
      { name: 'Cookie', value: `sid=${secrets.cookie}` },
      { name: 'X-Api-Key', value: secrets.key },
    ];
    const response = (body: unknown) => ({
      status: 200,
      headers: [{ name: 'Set-Cookie', value: `sid=${secrets.cookie}; Path=/` }],
      content: { text: JSON.stringify(body) },
    });
    const post = (path: string, data: unknown, body: unknown) => ({
      startedDateTime: '2026-11-21T10:00:00Z',
      request: { method: 'POST', url: `http://shop.example/api${path}?api_key=${secrets.key}`, headers, postData: { text: JSON.stringify({ data }) } },
      response: response(body),
    }); // biome-ignore format: short
    const payer = {
      type: 'payments_gateway_a',
      customer_id: secrets.customer,
      card_id: secrets.card,
      name: 'x',
      email: 'y',
    };
    const report = await inspectWritten(
      [
        archiveOf([
          post('/v2/application-keys', { type: 'application_key', name: 'x' }, { data: { client_secret: secrets.client, id: secrets.client } }),
          post('/subscriptions/subscriptions', { payment_authority: payer }, { data: { note: [secrets.card, secrets.token] } }),
          entry,
        ]),
      ],
      { strict: true },
    ); // biome-ignore format: short
    expect(report.headline.verdict).toBe('violates');
    for (const secret of Object.values(secrets)) expect(json(report)).not.toContain(secret);
  });
});
