import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownGoodOf, type Target } from '../../conformance/core/target.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { annotations } from '../../conformance/report/github.ts';
import type { Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { reports } from '../../conformance/report/report-files.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { archiveOf, inspectWritten } from '../recorded/written-archive.ts';
import { faultyIn, reportOn } from '../report/report-on.ts';
import { sampled } from '../seed.ts';
import { target } from '../shipped.ts';
import { encodings, leaksIn } from './encodings.ts';

const token = 'T0ken<ë=&"one/two';
const header = 'Tk-canary-header=0001';
const card = 'canary-card-four/4';
const secrets = [token, header, card];
const [subscription] = knownGoodOf(target, 'subscription');
/** One collection shows a secret as well as all do. */
const collections = target.collections.slice(0, 1);
const targetWith = (key: string, extra: string, payer: string): Target => ({
  ...target,
  collections,
  tokens: { 'application-key': key, subscription: key, 'node-products': key },
  headers: [['X-Key', extra]],
  known: {
    subscription: [
      {
        ...subscription,
        payment_authority: {
          type: 'payments_gateway_a',
          customer_id: payer,
          card_id: payer,
          name: payer,
          email: payer,
        },
      },
    ],
  },
});
const secretTarget = targetWith(header, token, card);

/** What drawn secrets are made of: letters, and everything that some encoding changes. */
const drawn = [...'abcxyzABCXYZ0189-_.~!$&\'()*+,;=:@%/?#[]"<>\\^`{|}éßü日'];

/** All that is written of a report. */
function written(report: Report): Record<string, string> {
  const style = { colours: coloursIf(false), verbose: true, command: 'assay check' };
  return {
    ...Object.fromEntries(Object.entries(reports).map(([kind, render]) => [kind, render(report)])),
    terminal: terminal(report, style),
    annotations: annotations(report).join('\n'),
  };
}

/** Secrets that are left between marks, by the kind of report and the mark. */
function leaks(report: Report, of: readonly string[]): string[] {
  const found = new Set<string>();
  for (const [kind, text] of Object.entries(written(report))) {
    const parts = new Map(
      [...text.matchAll(/QQ(\w+?)QQ([\s\S]{0,2000}?)ZZ/g)].map((part) => [part[0], part]),
    );
    for (const [, mark, said = ''] of parts.values())
      for (const secret of leaksIn(said, of)) found.add(`${kind}: ${mark}: ${secret}`);
  }
  return [...found];
}

/** Breaks rules, so that it is shown, and says something more in each response, in a place. */
const saying =
  (said: string, place: 'body' | 'name' | 'header' | 'page'): Transport =>
  async (request) => {
    const response = await faulty(request);
    if (isLost(response)) return response;
    const text = Buffer.from(response.body).toString();
    const raw = JSON.stringify(said).slice(1, -1).replaceAll('\\\\u', '\\u');
    if (place === 'body') return { ...response, body: Buffer.from(text.replace(/^\{/, () => `{"said":"${raw}",`)) };
    if (place === 'name')
      return { ...response, body: Buffer.from(text.replaceAll(/"(name|slug)":"[^"]*"/g, (_, name) => `"${name}":"${raw}"`)) };
    if (place === 'page') return { ...response, status: 200, body: Buffer.from(`<p>${said}</p>`) };
    return { ...response, headers: [...response.headers, ['x-said', said.replaceAll(/[^ -~]/g, '')]] };
  }; // biome-ignore format: a place a line

const faulty = faultyIn(
  'node-products/product-upc-ean-string',
  'application-key/updated-at-string',
  'subscription/meta-created-at-string',
);

const only = [
  'node-products/product-upc-ean-string',
  'application-key/updated-at-string',
  'node-products/response-json',
];

describe('a server that repeats secrets', () => {
  it.each(sampled(['body', 'name', 'header', 'page'] as const, 1))(
    'in every encoding, in its %s',
    async (place) => {
      const said = Object.values(encodings).flatMap((encode, index) =>
        secrets.map((secret) => `QQ${index}QQ${encode(secret)}ZZ`),
      );
      const report = await reportOn(saying(said.join(' '), place), { target: secretTarget, only });
      expect(report.counts.fail).toBeGreaterThan(0);
      expect(written(report).html).toContain('QQ0QQ');
      expect(leaks(report, secrets)).toEqual([]);
    },
  );

  it('whatever they are, and wherever it repeats them', async () => {
    const secretOf = fc.string({ unit: fc.constantFrom(...drawn), minLength: 6, maxLength: 90 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(secretOf, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('body', 'name', 'header', 'page'),
        fc.uniqueArray(fc.constantFrom(...Object.entries(encodings)), { minLength: 12, maxLength: 12 }),
        async ([key = '', extra = '', payer = ''], place, some) => {
          const all = [key, extra, payer];
          const said = some.flatMap(([, encode], index) => all.map((one) => `QQ${index}QQ${encode(one)}ZZ`));
          const report = await reportOn(saying(said.join(' '), place), { target: targetWith(key, extra, payer), only });
          expect(written(report).html).toContain('QQ0QQ');
          expect(leaks(report, all)).toEqual([]);
        },
      ),
      { numRuns: 1 },
    );
  }); // biome-ignore format: a draw a line

  it.each([
    ['a number', '"client_secret":90713345512'],
    ['a list', '"client_secret":["90713345512"]'],
    ['an object', '"client_secret":{"value":"90713345512","n":[90713345512]}'],
    ['with a comma too many', '"client_secret":"90713345512",,'],
    ['twice', '"client_secret":"90713345512","client_secret":"canary-2"'],
    ['in single quotes', "'client_secret':'90713345512'"],
    ['under an escaped name', '"client\\u005fsecret":"90713345512"'],
    ['short', '"client_secret":"9071"'],
  ])('as a client secret: %s', async (_, field) => {
    const transport: Transport = async (request) => {
      const response = await faulty(request);
      if (isLost(response)) return response;
      const said = Buffer.from(response.body).toString().replace('{', () => `{${field},`);
      const headers = field.includes('90713345512') ? [['x-said', '90713345512'] as const] : [];
      return { ...response, body: Buffer.from(said), headers: [...response.headers, ...headers] };
    };
    const report = await reportOn(transport, { target: { ...target, collections }, only });
    const left = Object.entries(written(report)).flatMap(([kind, text]) =>
      [...text.matchAll(/(?:90713345512|"9071").{0,20}/g)].map(([found]) => `${kind}: ${found}`),
    );
    expect(left).toEqual([]);
  }); // biome-ignore format: a field a line
});

describe('traffic of others', () => {
  const created = (query: string, posted: string, text: string, headers: readonly (readonly [string, string])[]) =>
    archiveOf([{
      startedDateTime: '2026-11-21T10:00:00Z',
      request: { method: 'POST', url: `http://shop.example/api/subscriptions/subscriptions${query}`, headers: [], postData: { text: posted } },
      response: { status: 200, headers: headers.map(([name, value]) => ({ name, value })), content: { text } },
    }]); // biome-ignore format: an entry
  const payments: readonly (readonly [string, string])[] = [
    ['numbers', '{"data":{"payment_authority":{"type":"a","card_id":4242424242424242,"customer_id":[7771234567]}}}'],
    ['objects', '{"data":{"payment_authority":{"type":"a","card_id":{"number":"4242424242424242","cvc":"777"},"name":"Anna 7771234567"}}}'],
    ['a comma too many', '{"data":{"payment_authority":{"type":"a","card_id":"4242424242424242","name":"Anna 7771234567",}}}'],
    ['single quotes', "{'data':{'payment_authority':{'type':'a','card_id':'4242424242424242','name':'Anna 7771234567'}}}"],
    ['keys twice', '{"data":{"payment_authority":{"card_id":"4242424242424242"},"payment_authority":{"card_id":"7771234567"}}}'],
    ['an end that is missing', '{"data":{"payment_authority":{"type":"a","card_id":"4242424242424242","name":"Anna 7771234567'],
    ['a form', 'type=a&card_id=4242424242424242&customer_id=7771234567'],
  ]; // biome-ignore format: one a line

  it.each(payments)('holds payments with %s', async (_, posted) => {
    for (const [asked, answered] of [
      [posted, '{"data":{}}'],
      ['{"data":{}}', posted],
    ] as const) {
      const report = await inspectWritten([created('', asked, answered, [])]);
      expect(report.headline.verdict).toBe('violates');
      for (const text of Object.values(written(report))) expect(text).not.toMatch(/4242424242|7771234567/);
    }
  });

  it.each([
    '?token=canary-0001', '?%74oken=canary-0001', '?a=b&sig=canary-0001', '?code=canary-0001', '?auth=canary-0001',
    '?access_token=canary-0001', '?X-Amz-Signature=canary-0001', '?next=%2Fa%3Ftoken%3Dcanary-0001', '?token=c1x',
  ])('holds an address with a secret: %s', async (query) => {
    const report = await inspectWritten([created(query, '{}', '{"data":{}}', [['Location', `https://u:canary-0001@shop.example/cb${query}#id_token=canary-0001`]])]);
    expect(report.headline.verdict).toBe('violates');
    for (const text of Object.values(written(report))) expect(text).not.toMatch(/canary-0001|c1x/);
  }); // biome-ignore format: short
});
