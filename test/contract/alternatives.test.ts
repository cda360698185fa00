import { expect, it } from 'vitest';
import { amend } from '../../src/contract/build-contract.ts';
import { combined } from '../../src/contract/combine.ts';
import { loadContract } from '../../src/contract/load.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { compileSchema } from '../../src/contract/validate.ts';
import { violationReason } from '../../src/stub/reasons.ts';
import { type Edit, loadEdited, overlayOf } from './edited-contract.ts';

/** A card is its id, or one of several; so no server has it, but an Overlay may. */
const options: Edit = [
  `        card_id:
          description: The id of the card to charge.
          type: string
          maxLength: 1024
          x-clause:
            type: subscription/request-payment-card-id-type
`,
  `        card_id:
          oneOf:
            - type: string
              maxLength: 1024
              x-clause:
                type: subscription/request-payment-card-id-type
                maxLength: subscription/request-payment-card-id-length
            - type: array
              items: { type: string, x-clause: { type: subscription/request-payment-card-id-type } }
              x-clause: { type: subscription/request-payment-card-id-type }
          x-clause:
            oneOf: subscription/request-payment-card-id-type
`,
];

const contract = await loadEdited({ openapi: [options] });
const cards = contract.constraints.filter(({ id }) => id.includes('card_id') && !id.endsWith('required'));

it('options state together which types there may be, and each what else it asks for', () => {
  expect(cards.map(({ id, value, paths }) => [id, value, paths[0]?.slice(2)])).toEqual([
    ['subscription/payment_authority.card_id/type', ['string', 'array'], ['card_id']],
    ['subscription/payment_authority.card_id/maxLength', 1024, ['card_id']],
    ['subscription/payment_authority.card_id.each/type', 'string', ['card_id', '[]']],
  ]);
});

it('a value breaks what its own option asks for, or all of them by its type', () => {
  const { request = {} } = operationIn(contract, 'subscription');
  const validate = compileSchema(request);
  const brokenBy = (card_id: unknown) =>
    validate({ data: { payment_authority: { card_id } } })
      .filter(({ pointer }) => pointer.startsWith('/data/payment_authority/card_id'))
      .map(({ pointer, keyword, clause }) => [pointer.slice(31), keyword, clause.slice(29)]);
  expect(brokenBy('visa')).toEqual([]);
  expect(brokenBy(['visa', 'other'])).toEqual([]);
  expect(brokenBy('v'.repeat(1025))).toEqual([['', 'maxLength', 'card-id-length']]);
  expect(brokenBy(['visa', 7])).toEqual([['/1', 'type', 'card-id-type']]);
  expect(brokenBy(7)).toEqual([['', 'type', 'card-id-type']]);
});

it('a rejection points at the options, and so does an amendment', () => {
  const violation = {
    pointer: '',
    keyword: 'type',
    clause: 'subscription/request-payment-card-id-type',
    message: '',
  };
  const at = ['data', 'payment_authority', 'card_id'];
  const { pointer = '' } = violationReason(contract, operationIn(contract, 'subscription'), violation, at);
  expect(pointer).toBe('/components/schemas/PaymentAuthority/properties/card_id/oneOf');
  const open = amend(contract, { constraint: 'subscription/payment_authority.card_id/type' });
  expect(open.constraints.filter(({ id }) => id.includes('card_id.each'))).toEqual([]);
});

it('anyOf is read like oneOf, and null beside a list of values is one of them', async () => {
  const channel = '{ anyOf: [{ type: string, enum: [web, store] }, { type: "null" }] }';
  const amended = await loadEdited({
    overlays: [
      overlayOf(
        `  - { target: $.components.schemas.SubscriptionRequest.properties.data.properties, update: { channel: ${channel} } }`,
      ),
    ],
  });
  const stated = amended.constraints.filter(({ id }) => id.includes('channel'));
  expect(stated.map(({ id, value, written, clause }) => [id, value, written, clause.text])).toEqual([
    [
      'subscription/channel/type',
      ['string', 'null'],
      'anyOf',
      'In a request, `channel` is a string or null.',
    ],
    [
      'subscription/channel/enum',
      ['web', 'store'],
      undefined,
      'In a request, `channel` is "web" or "store".',
    ],
  ]);
  const { request = {} } = operationIn(amended, 'subscription');
  const brokenBy = (value: unknown) =>
    compileSchema(request)({ data: { channel: value } }).filter(({ pointer }) => pointer === '/data/channel');
  expect([null, 'web', 'fax', 7].map((value) => brokenBy(value).map(({ keyword }) => keyword))).toEqual([
    [],
    [],
    ['enum'],
    ['type', 'enum'],
  ]);
});

it('what the contract puts together is one schema for those who read it', async () => {
  const { operations, constraints } = await loadContract();
  expect(JSON.stringify(operations)).not.toMatch(/"(oneOf|allOf|\$ref)"/);
  const related = constraints.find(({ id }) => id === 'node-products/relationship.data/type');
  expect([related?.value, related?.written]).toEqual([['object', 'array'], 'oneOf']);
  const linked = constraints.find(({ id }) => id === 'node-products/links.next/type');
  expect(linked?.paths).toEqual([['data', '[]', 'links', 'next']]);
});

it('a default counts where it is written, and not if only an alternative has it', () => {
  const status = { type: 'string', enum: ['active', 'lost'], default: 'active' };
  const nothing = { type: 'null' };
  expect(combined({ oneOf: [status, nothing] })).not.toHaveProperty('default');
  expect(combined({ anyOf: [status] })).not.toHaveProperty('default');
  expect(combined({ anyOf: [status, nothing], default: 'lost' })).toMatchObject({ default: 'lost' });
  expect(combined({ allOf: [status] })).toMatchObject({ default: 'active' });
});
