import { describe, expect, test } from 'vitest';
import { changeLinks, misread } from '../../conformance/list/mutants.ts';
import type { Edit } from '../contract/edited-contract.ts';
import { contract as shipped } from '../shipped.ts';
import { amendments, overlayFor } from './amendments.ts';
import { check, edit, failing, ruleOf, words } from './driven.ts';

// That the stub follows an amended contract, and that its rules find what does not, is a law: amendments.test.ts.

test('a bound moves the rule, the text of its clause and its mutants', async () => {
  const rule = 'subscription/request-external-ref-length';
  const bound = (most: number): string =>
    `maxLength: ${most}\n              x-clause:\n                type: subscription/request-external-ref-type`;
  const contract = await edit({ openapi: [[bound(2048), bound(40)]] });

  expect(await words(shipped, rule)).toMatchObject({ amendments: ['dropped', 2049, 2047, 0] });
  expect(await words(contract, rule)).toEqual({
    title: 'a request is rejected if external_ref is not at most 40 characters long',
    text: 'If `external_ref` of a subscription request has more than 40 characters, the request is rejected.',
    mutants: [
      'not enforced',
      'loosened by one',
      'tightened by one',
      'lets nothing pass',
      'not enforced beside payment_authority',
      'not enforced without payment_authority',
    ],
    amendments: ['dropped', 41, 39, 0],
  });
});

test('a list of values moves the rule, the text of its clause and its mutants', async () => {
  const rule = 'subscription/request-payment-type-allowed';
  const contract = await edit({
    openapi: [['enum: [payments_gateway_a, payments_gateway_b]', 'enum: [payments_gateway_a, other_pay]']],
  });

  expect(await words(contract, rule)).toMatchObject({
    title: 'a request is rejected if payment_authority.type is not "payments_gateway_a" or "other_pay"',
    text: 'A `payment_authority` is rejected if its `type` is a string other than `payments_gateway_a` or `other_pay`.',
    mutants: ['not enforced', 'takes payments_gateway_a_or_else too', 'takes PAYMENTS_GATEWAY_A too'],
  });
});

test.each([
  ['ACME, ORBIT', ['ACME_or_else', 'acme']],
  ['Acme, ACME', ['Acme_or_else', 'acme']],
  ['acme, ACME, acme_or_else', ['acme_or_else_or_else']],
])('allowed values %s are compared as they are', async (allowed, others) => {
  const rule = 'subscription/request-payment-type-allowed';
  const contract = await edit({
    openapi: [['enum: [payments_gateway_a, payments_gateway_b]', `enum: [${allowed}]`]],
  });
  expect((await check(contract, contract, [rule])).verdicts).toEqual(['pass']);
  expect((await words(contract, rule))?.mutants).toEqual([
    'not enforced',
    ...others.map((other) => `takes ${other} too`),
  ]);
  for (const other of others) {
    const taking = await edit({
      openapi: [['enum: [payments_gateway_a, payments_gateway_b]', `enum: [${allowed}, ${other}]`]],
    });
    expect((await check(contract, taking, [rule])).verdicts).toEqual(['fail']);
  }
});

test('a list of required members brings a rule with its clause and its mutant, and takes another away', async () => {
  const added = 'subscription/request-external-ref-required';
  const dropped = 'subscription/request-payment-card-id-required';
  const openapi: Edit[] = [
    ['required: [account_id, offering_id, plan_id, currency]', 'required: [account_id, offering_id, plan_id, currency, external_ref]'],
    ['              account_id: subscription/request-account-id-required\n', `              account_id: subscription/request-account-id-required\n              external_ref: ${added}\n`],
    ['required: [type, customer_id, card_id, name, email]', 'required: [type, customer_id, name, email]'],
  ]; // biome-ignore format: one line an edit
  const first = '- id: general/three-operations\n';
  const stated = `- id: ${added}\n  at: 4.2/external_ref\n  level: must\n  text: A subscription request without \`external_ref\` is rejected.\n\n`;
  const contract = await edit({ openapi, clauses: [[first, stated + first]] });

  expect([await ruleOf(shipped, added), await ruleOf(contract, dropped)]).toEqual([undefined, undefined]);
  expect(await words(contract, added)).toEqual({
    title: 'a request without external_ref is rejected',
    text: 'A subscription request without `external_ref` is rejected.',
    mutants: [
      'not enforced',
      'not enforced beside payment_authority',
      'not enforced without payment_authority',
    ],
    amendments: ['dropped'],
  });
});

test('listings with a further parameter are judged by the rules of every listing', async () => {
  const { actions } = amendments['a parameter with two values'] ?? { actions: [] };
  const contract = await edit({ overlays: [overlayFor({ actions })] });
  const withoutLanguage = changeLinks(
    ({ links, further }) =>
      further.size > 0 &&
      Object.fromEntries(
        Object.entries(links).map(([name, link]) => [
          name,
          typeof link === 'string' ? link.replace(/language=..&/, '') : link,
        ]),
      ),
  );
  const skipping = misread(({ further, offset }) => further.size > 0 && offset === 1 && { offset: 2 });

  expect(await failing(contract, withoutLanguage)).toEqual(['node-products/links-keep']);
  expect(await failing(contract, skipping)).toEqual(['node-products/offset-tail']);
});

describe('a required field for which no value is known', async () => {
  const target = '$.components.schemas.SubscriptionRequest.properties.data';
  const withField = (field: string) =>
    edit({
      overlays: [
        overlayFor({ actions: [[target, `update: { required: [note], properties: { note: ${field} } }`]] }),
      ],
    });
  const form = "type: string, format: uuid, pattern: '^f'";

  test('leaves the rules of its operation untested, and names the line that wants an example', async () => {
    const contract = await withField(`{ ${form} }`);
    const { results, headline } = await check(contract, contract, ['subscription']);
    const said = results.map(({ verdict, remedy = '' }) => `${verdict}: ${remedy.replace(/\/.*\//, '')}`);
    expect(new Set(said)).toEqual(new Set(['untested: an example of note at overlay-1.yaml:5']));
    expect(headline).toMatchObject({ verdict: 'undetermined', addTo: 'the contract' });
  });

  test('is tested with an example', async () => {
    const contract = await withField(`{ ${form}, example: f0000000-0000-4000-8000-000000000000 }`);
    const { results, headline } = await check(contract, contract, ['subscription']);
    expect(headline.verdict).toBe('passes');
    expect(results.flatMap(({ verdict, rule }) => (verdict === 'fail' ? rule : []))).toEqual([]);
  });
});

test('a declared value that the contract does not allow is not sent', async () => {
  const target = '$.components.schemas.SubscriptionRequest.properties.data.properties.currency';
  const contract = await edit({
    overlays: [overlayFor({ actions: [[target, 'update: { enum: [CHF, EUR] }']] })],
  });
  const { results } = await check(contract, contract, ['subscription/accepted']);
  expect(results.map(({ verdict, why }) => `${verdict}: ${why}`)).toEqual([
    'untested: the target file declares a currency that the contract does not allow',
  ]);
});
