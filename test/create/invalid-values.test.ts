import { expect, test } from 'vitest';
import { foreign, isMisshapen, otherKinds, takesEmail } from '../../conformance/create/invalid-values.ts';
import { contract } from '../shipped.ts';

test.each([
  ['ann.example.com', true],
  ['ann@', true],
  ['ann@exam ple.com', true],
  ['"ann lee"@example.com', false],
  ['ann@example.com (at work)', false],
  ['ann@example', false],
])('the e-mail address %s is certainly none: %s', (text, isWrong) => {
  expect(isMisshapen('email', text)).toBe(isWrong);
});

test.each([
  ['0b6f8a52-6d0e-4a57-9b1a-0c7e5d2f8a00', false],
  ['{0B6F8A52-6D0E-4A57-9B1A-0C7E5D2F8A00}', false],
  ['urn:uuid:0b6f8a52-6d0e-4a57-9b1a-0c7e5d2f8a00', false],
  ['0b6f8a52-6d0e-4a57-9b1a-0c7e5d2f8a0g', true],
  ['0b6f8a526d0e4a579b1a0c7e5d2f8a00', true],
])('the UUID %s is certainly none: %s', (text, isWrong) => {
  expect(isMisshapen('uuid', text)).toBe(isWrong);
});

test.each([
  [[1, 5], [6]],
  [[true], [false]],
  [[true, false], ['something_else']],
])('beside the values %j, %j is not allowed', (allowed, others) => {
  expect(foreign(allowed)).toEqual(others);
});

test.each([
  ['string', [7, true, ['text'], {}]],
  [
    ['string', 'object'],
    [7, true, ['text']],
  ],
])('of other kinds than %j are %j', (types, kinds) => {
  expect(otherKinds(types)).toEqual(kinds);
});

test('an e-mail address is for the field whose format it is, and no other', () => {
  const own = contract.constraints.filter(({ operation }) => operation === 'subscription');
  const taking = own.flatMap((one) => (takesEmail(contract, one) ? one.pointer : []));
  expect([...new Set(taking)].map((pointer) => pointer.split('/').at(-1))).toEqual(['email']);
});
