import { describe, expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { withNonce } from '../../conformance/core/nonces.ts';
import { textRequest } from '../../conformance/core/requests.ts';
import { breakingOnly } from '../../conformance/create/invalid-values.ts';
import { validBody } from '../../conformance/create/valid-body.ts';
import { shapeReaderOf } from '../../conformance/engine/schema-breaches.ts';
import { changeAt } from '../../conformance/mutants/edits.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { amend } from '../../src/contract/build-contract.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { parseJson } from '../../src/json/json.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { check } from '../contract-driven/driven.ts';
import { exampleFile } from '../example-file.ts';
import { catalog } from '../sample-catalog.ts';
import { sampled } from '../seed.ts';
import { target } from '../shipped.ts';
import { loadEdited, overlayOf } from './edited-contract.ts';

const schemas = '$.components.schemas';
const request = `${schemas}.SubscriptionRequest.properties.data`;
const response = `${schemas}.SubscriptionResponse.properties.data.properties.attributes`;
const product = `${schemas}.Product.properties.attributes`;

/** A contract with a note in an object, which is required by default; its pattern is on the seventh line. */
const withNote = (where: string, note: object, isRequired = true): Promise<Contract> =>
  loadEdited({
    overlays: [
      overlayOf(
        `  - target: "${where}"\n    update: ${JSON.stringify({ ...(isRequired ? { required: ['note'] } : {}), properties: { note: { type: 'string', ...note } } })}`,
      ),
    ],
  });

/** A contract with required notes in an object. */
const withNotes = (where: string, notes: readonly object[]): Promise<Contract> => {
  const named = notes.map((note, index) => [`note${index}`, { type: 'string', ...note }] as const);
  const update = { required: named.map(([name]) => name), properties: Object.fromEntries(named) };
  return loadEdited({
    overlays: [overlayOf(`  - target: "${where}"\n    update: ${JSON.stringify(update)}`)],
  });
};

/** A pattern that nothing is drawn from. */
const undrawn = '^v(?=\\d)\\d+\\.\\d+(?<=7)$';

/** The report of a check of the stub of a contract with a mutant in front of it. */
async function checkBehind(contract: Contract, only: readonly string[], ...mutants: readonly Mutant[]) {
  const sent: string[] = [];
  const catalog = await loadCatalog(undefined, contract);
  const { transport } = createStub({ contract, parts: stubPartsOf(catalog), seed: 'patterns', mutants });
  const { run } = await createCheck({ contract, target }, { only });
  const report = await run((request) => {
    sent.push(`${request.method} ${request.target}`);
    return transport(request);
  });
  return { ...report, sent };
}

describe('a value for a pattern', () => {
  const ordinary = [
    '', '.*', '^$', '^.*$', 'a', '^a|b$', '^(?:north|south)-[0-9]$', '[A-Z]{3}', '^[A-Z]{2,5}$', '^[a-z]+(-[a-z]+)*$', '^\\p{Lu}\\p{L}+$',
    '^\\p{Script=Greek}+$', '^(?<year>[0-9]{4})-(?<month>[0-9]{2})$', '^#(?:[0-9a-f]{3}){1,2}$', '^\\+[1-9]\\d{1,14}$', '^[^\\s@]+@[^\\s@]+\\.[a-z]+$',
    '^\\d+(?:\\.\\d+){2}$', '^[\\u0020-\\u007e]{1,9}$', '^😀+$', '^\\$\\{[a-z]\\}$',
  ]; // biome-ignore format: one glance
  const looking = [
    '^(?=.*[0-9])[a-z0-9]+$', '^(?!.*--)[a-z-]+$', '\\btext\\b', '^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[!-]).{8,}$', '(?<!-)\\d', '^(?!\\s)[\\s\\S]*(?<!\\s)$',
  ]; // biome-ignore format: one glance
  const others = [
    undrawn,
    '^(\\d+)-\\1$',
    '^(?<letter>[b-d])\\k<letter>z$',
    '\\bzz\\b',
    '^(?=q)q(?=z)z$',
    '^[a-z]{1000000}$',
    '^(?!)$',
  ];

  const bodyOf = (contract: Contract) =>
    parseJson(withNonce(validBody({ contract, target }, 'subscription'), 'run')) ?? null;

  it('is found for each of these', async () => {
    const contract = await withNotes(
      request,
      [...ordinary, ...looking].map((pattern) => ({ pattern })),
    );
    expect(contract.wantedExamples).toEqual(new Map());
    expect(shapeReaderOf(contract).request('subscription', bodyOf(contract))).toEqual([]);
  });

  it('is not found for each of the others, so its line wants an example', async () => {
    const contract = await withNotes(
      request,
      others.map((pattern) => ({ pattern })),
    );
    expect([...(contract.wantedExamples?.values() ?? [])]).toEqual(
      others.map(() => expect.stringMatching(/overlay-1\.yaml:7$/)),
    );
    expect(shapeReaderOf(contract).request('subscription', bodyOf(contract))).toHaveLength(others.length);
  });

  it('is its example, one of its examples, its default, its only value, or the first of those allowed', async () => {
    const shown = [{ example: 'v1.7' }, { examples: ['1.7', 'v1.7'] }, { default: 'v1.7' }, { const: 'v1.7' }, { enum: ['v1.7', 'v2.7'] }];
    for (const where of [request, response]) {
      const contract = await withNotes(where, shown.map((one) => ({ pattern: undrawn, ...one })));
      expect(contract.wantedExamples).toEqual(new Map());
      const notes = Object.fromEntries(shown.map((_, index) => [`note${index}`, 'v1.7']));
      if (where === request) expect(bodyOf(contract)).toMatchObject({ data: notes });
    }
  }); // biome-ignore format: one line of values

  it('is not an example that does not match', async () => {
    const contract = await withNote(request, { pattern: undrawn, examples: ['1.7'], example: 'v1.8' });
    expect(contract.wantedExamples?.size).toBe(1);
  });

  it('is left out where it is optional', async () => {
    const contract = await withNote(
      `${schemas}.ApplicationKeyRequest.properties.data`,
      { pattern: undrawn },
      false,
    );
    const { headline } = await check(contract, contract, ['application-key']);
    expect(headline.verdict).toBe('passes');
  });
});

describe('a check', () => {
  it('of a contract whose patterns look ahead conforms, and finds a server that does not match them', async () => {
    const pattern = '^(?=.*[0-9])[a-z0-9]+$';
    const contract = await withNote(request, { pattern });
    expect((await check(contract, contract, ['subscription'])).headline.verdict).toBe('passes');
    const lax = amend(contract, { constraint: 'subscription/note/pattern' });
    expect((await check(contract, lax, ['subscription/request-note-pattern'])).verdicts).toEqual(['fail']);
  });

  it.each([
    ['/v2/application-keys', `${schemas}.ApplicationKeyRequest.properties.data`],
    ['/subscriptions/subscriptions', request],
  ])('without a value for POST %s sends nothing there, and names the line', async (path, where) => {
    const contract = await withNote(where, { pattern: undrawn });
    const operation = path.endsWith('keys') ? 'application-key' : 'subscription';
    const { results, headline, sent } = await checkBehind(contract, [operation]);
    expect(headline.verdict).toBe('undetermined');
    const own = results.filter((one) => one.operation === operation);
    expect(own.map(({ verdict, lack }) => `${verdict}: ${lack?.words}, in ${lack?.addTo}`)).toEqual(
      own.map(() =>
        expect.stringMatching(/^untested: .*an example of note at .*overlay-1\.yaml:7, in the contract$/),
      ),
    );
    expect(sent.filter((one) => one === `POST ${path}`)).toEqual([]);
  });

  it('without a value for a part of a request names the line in the rules that need it', async () => {
    const contract = await withNote(`${schemas}.PaymentAuthority`, { pattern: undrawn });
    const { results, headline } = await checkBehind(contract, ['subscription']);
    expect(headline.verdict).toBe('passes');
    const wanting = results.filter(({ lack }) => lack?.cause === 'no example').map(({ rule }) => rule);
    expect(wanting).toContain('subscription/request-payment-name-length');
    expect(wanting).not.toContain('subscription/accepted');
  });
});

describe('a check with few writes', () => {
  it('names their limit, not an optional field without a value', async () => {
    const contract = await withNote(request, { pattern: undrawn }, false);
    const { transport } = createStub({ contract, parts: stubPartsOf(catalog), seed: 'patterns' });
    const { run } = await createCheck({ contract, target }, { maxWrites: 4 });
    const causes = new Set((await run(transport)).results.flatMap(({ lack }) => lack?.cause ?? []));
    expect(causes).toContain('writes spent');
    expect(causes).not.toContain('no example');
  });
});

describe('the stub', () => {
  it('shows the example of a pattern', async () => {
    const contract = await withNote(response, { pattern: undrawn, example: 'v1.7' });
    expect((await check(contract, contract, ['subscription'])).headline.verdict).toBe('passes');
  });

  it('returns what was sent for a pattern of a response', async () => {
    const target = (where: string): string => `  - target: "${where}"\n    update: `;
    const noteWith = (note: object): string =>
      JSON.stringify({ required: ['note'], properties: { note: { type: 'string', ...note } } });
    const contract = await loadEdited({
      overlays: [
        overlayOf(target(request) + noteWith({ pattern: '^v1\\.7$' })),
        overlayOf(target(response) + noteWith({ pattern: undrawn, 'x-returns': '/data/note' })),
      ],
    });
    expect((await checkBehind(contract, ['subscription'])).headline.verdict).toBe('passes');
  });

  it('is not started where it has nothing to return, and names the line', async () => {
    const contract = await withNote(response, { pattern: undrawn });
    expect(() => createStub({ contract, parts: stubPartsOf(catalog), seed: 'patterns' })).toThrow(
      /overlay-1\.yaml:7: the stub knows no value of data\.attributes\.note that matches this pattern; add an "example" beside it\.$/,
    );
  });

  it('leaves out what it need not return', async () => {
    const contract = await withNote(product, { pattern: undrawn }, false);
    expect((await checkBehind(contract, ['node-products/product-*'])).headline.verdict).toBe('passes');
  });
});

describe('a pattern that takes too long for short texts is refused with its line', () => {
  const endless = [
    '^(a+)+$', '(a|aa)+$', '^(\\w+\\s?)*$', '^id:([0-9]+,?)+$', '^([a-z]{0,100}){0,100}$', '^(?=.*\\d)(a+)+$', '^(a*)*b\\1$',
    '(.*)(.*)(.*)(.*)(.*)x$', '^(https?://)?([\\da-z.-]+)\\.([a-z.]{2,6})([/\\w .-]*)*/?$',
  ]; // biome-ignore format: one glance

  it.each(sampled(endless, 1))('%s', async (pattern) => {
    await expect(withNote(request, { pattern })).rejects.toThrow(
      'overlay-1.yaml:7: "pattern" takes too long for some texts of 120 characters; rewrite it without repetitions that can match the same characters.',
    );
  });

  const usual = [
    '^\\s*(.*?)\\s*$', '\\s+$', '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', '^(([^<>()[\\]\\\\.,;:\\s@"]+(\\.[^<>()[\\]\\\\.,;:\\s@"]+)*)|(".+"))@[a-z.]+$',
    '^[a-z]{1,63}(\\.[a-z]{1,63})*$', '^.{0,2048}$', '^"(?:[^"\\\\]|\\\\.)*"$', '^.*a.*b.*$',
  ]; // biome-ignore format: one glance

  it('but these are not', async () => {
    const { texts } = await withNotes(
      request,
      usual.map((pattern) => ({ pattern })),
    );
    expect(usual.filter((pattern) => texts?.get(pattern) === undefined)).toEqual([]);
  });
});

describe('a text that a pattern takes too long for', () => {
  const pattern = '\\s+$';
  const slow = `${' '.repeat(300_000)}x`;

  it('makes the rule on a response inconclusive, and breaks no other', async () => {
    const contract = await withNote(response, { pattern });
    let isFirst = true;
    const once = changeAt('subscription', ['data', 'attributes', 'note'])((shown) => {
      const value = isFirst ? slow : shown;
      isFirst = false;
      return value;
    });
    const { results } = await checkBehind(contract, ['subscription'], once);
    expect(results.filter(({ verdict }) => ['fail', 'error'].includes(verdict))).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toMatchObject([
      {
        rule: 'subscription/response-response-data-attributes-note-pattern',
        why: 'data.attributes.note was not matched with \\s+$, which takes too long for this text',
      },
    ]);
  });

  it('is rejected by the stub', async () => {
    const contract = await withNote(request, { pattern });
    const { transport } = createStub({ contract, parts: stubPartsOf(catalog), seed: 'patterns' });
    const send = (note: string) => {
      const body = JSON.parse(withNonce(validBody({ contract, target }, 'subscription'), 'run'));
      return transport(
        textRequest({ contract, target }, 'subscription', JSON.stringify({ data: { ...body.data, note } })),
      );
    };
    expect(await send('a note ')).toMatchObject({ status: 201 });
    expect(await send(slow)).toMatchObject({ status: 422 });
  });
});

it.each(['orders', 'events'])('a pattern is broken by a sign, and by other letters, in %s', async (name) => {
  const contract = await loadContract({ openapi: exampleFile(name) });
  const patterns = contract.constraints.filter((one) => one.keyword === 'pattern' && one.side === 'request');
  expect(patterns).toHaveLength(1);
  for (const constraint of patterns) {
    const [signed, capital] = breakingOnly(contract, constraint).map(String);
    expect(signed).toMatch(/!$/);
    expect(capital).toMatch(/^[A-Z]+$/);
  }
});

describe('a pattern is broken around a match', () => {
  const breakersOf = async (pattern: string, others: object = {}): Promise<string[]> => {
    const contract = await withNote(request, { pattern, ...others });
    const constraint = contract.constraints.find((one) => one.keyword === 'pattern' && one.value === pattern);
    if (!constraint) throw new Error('the pattern is no constraint');
    return breakingOnly(contract, constraint).map(String);
  };

  it.each([
    ['^[A-Z]{2}-[0-9]{4}$', {}, 2],
    ['^[A-Z]{2}-[0-9]{4}', {}, 1],
    ['[A-Z]{2}-[0-9]{4}$', {}, 1],
    ['[A-Z]{2}-[0-9]{4}', {}, 0],
    // Where the bound rejects them too, they break more than the pattern.
    ['^[A-Z]{2}-[0-9]{4}$', { maxLength: 7 }, 0],
  ])('as %s and %o permit', async (pattern, others, count) => {
    const sent = await breakersOf(pattern, others);
    expect(sent.filter((text) => /[A-Z]{2}-[0-9]{4}/u.test(text))).toHaveLength(count);
  });
});
