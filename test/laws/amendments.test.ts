import { describe, expect, test } from 'vitest';
import type { Amendment } from '../../conformance/core/rule.ts';
import { foreign } from '../../conformance/create/invalid-values.ts';
import { amend } from '../../src/contract/build-contract.ts';
import type { Constraint } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import type { Json } from '../../src/json/json.ts';
import { sampled } from '../seed.ts';
import { conforming, contract, judged, ruleSet } from '../shipped.ts';

/** Why an amended contract shows nowhere, or is not tried: every amendment that no rule carries, and no other. */
const uncarried: Readonly<Record<string, string>> = {
  'node-products/page[limit]/format dropped': 'the bound is far within 64 bits',
  'node-products/page[limit]/type dropped':
    'its bound would be dropped, too: page-limit-integer reads texts as 1',
  'node-products/page[offset]/type dropped':
    'its bound would be dropped, too: page-offset-integer reads texts as 1',
  'node-products/page[limit]/maximum tightened':
    'READINGS 21: limits above a hundred may be rejected or served',
  'node-products/page[offset]/format dropped': 'the bound is far within 64 bits',
  'application-key/body/type dropped': 'a body that is no object has no data either',
  'subscription/body/type dropped': 'a body that is no object has no data either',
  'application-key/type/type dropped': 'the constant rejects other types too',
  'application-key/type/const tightened': 'there is one value only: another constant rejects every key',
  'subscription/payment_authority.type/type dropped': 'the list of gateways rejects other types too',
  'subscription/payment_authority.type/enum tightened':
    'subscription/request-payment-type-each has servers on the wire that take one gateway only',
  'subscription/currency/maxLength dropped': 'the form rejects long currencies too',
  'subscription/currency/maxLength loosened': 'the form rejects long currencies too',
  'subscription/currency/maxLength tightened':
    'READINGS 4: no currency of that length is ever to be accepted',
  'subscription/payment_authority.email/minLength dropped': 'the format rejects short addresses too',
  'subscription/payment_authority.email/minLength loosened': 'the format rejects short addresses too',
  'subscription/payment_authority.email/minLength tightened':
    'READINGS 6: no positive test at the bounds of an e-mail',
  'subscription/payment_authority.email/maxLength tightened':
    'READINGS 6: no positive test at the bounds of an e-mail',
};

type Named = { readonly name: string; readonly amendment: Amendment };

/** What can be done to one constraint on input: drop it, loosen it by one, tighten it by one. */
function amendmentsOf(constraint: Constraint): Named[] {
  const { id, keyword, value } = constraint;
  const to = (name: string, changed: Json): Named => ({
    name: `${id} ${name}`,
    amendment: { constraint: id, value: changed },
  });
  const dropped: Named = { name: `${id} dropped`, amendment: { constraint: id } };
  if (typeof value === 'number') {
    const wider = keyword.startsWith('max') ? 1 : -1;
    return [dropped, to('loosened', value + wider), to('tightened', value - wider)];
  }
  if (keyword === 'enum' && Array.isArray(value)) {
    return [
      dropped,
      to('loosened', [...value, ...foreign(value).slice(0, 1)]),
      to('tightened', value.slice(0, -1)),
    ];
  }
  return keyword === 'const' ? [dropped, to('tightened', `${value}_`)] : [dropped];
}

/** An amendment by so much, as one to a value. */
function valued({ constraint, value, by }: Amendment): Amendment {
  const bound = contract.constraints.find(({ id }) => id === constraint)?.value;
  if (by === undefined) return value === undefined ? { constraint } : { constraint, value };
  return { constraint, value: Number(bound) + by };
}

const isCarried = ({ amendment }: Named): boolean =>
  ruleSet.rules.some(({ mutants }) =>
    mutants.some(
      (mutant) => 'amend' in mutant && JSON.stringify(valued(mutant.amend)) === JSON.stringify(amendment),
    ),
  );

describe('amendments: the stub on an amended contract is a mutant of itself', () => {
  const inputs = contract.constraints.filter(
    ({ side, clause, operation, paths: [path = []] }) =>
      side !== 'response' &&
      clause.unobservable === undefined &&
      // Whatever stands in a path is text, and the stub has nothing of a name in another form.
      !operationIn(contract, operation).pathParameters.includes(String(path[0])),
  );
  const left = inputs.flatMap(amendmentsOf).filter((named) => !isCarried(named));

  test('those that no rule carries are listed, each with its reason', () => {
    expect(left.map(({ name }) => name).toSorted()).toEqual(Object.keys(uncarried).toSorted());
  });

  /** What is broken all the same, where a rule has the fault in another form. */
  const found: Readonly<Record<string, readonly string[]>> = {
    'subscription/payment_authority.type/enum tightened': ['subscription/request-payment-type-each'],
    'node-products/page[limit]/type dropped': [
      'node-products/page-limit-bound',
      'node-products/page-limit-integer',
    ],
    'node-products/page[offset]/type dropped': [
      'node-products/page-offset-bound',
      'node-products/page-offset-integer',
    ],
  };

  test.each(
    sampled(
      left.map((named) => [named.name, named] as const),
      4,
    ),
  )('%s shows nowhere else', async (name, one) => {
    const results = await judged(conforming({ contract: amend(contract, one.amendment) }));
    const broken = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
    expect(broken).toEqual(found[name] ?? []);
  });
});
