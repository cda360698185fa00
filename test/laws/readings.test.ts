import { describe, expect, test } from 'vitest';
import {
  catalogue,
  contract,
  faulty,
  grounds,
  honest,
  isAccusation,
  judged,
  targetFor,
} from '../../conformance/proof/ground.ts';
import type { Choices } from '../../src/stub/choices/choices.ts';
import { sampled } from './sample.ts';

/** Every fault of a `should`: another reading of it, as a server may have it. */
const faults = catalogue.rules
  .filter(({ id }) => contract.clauses.get(id)?.level === 'should')
  .flatMap((rule) =>
    rule.mutants.map((mutant) => ({ name: `${rule.id}: ${mutant.name}`, rule: rule.id, mutant })),
  );

type Also = { readonly breaks: readonly string[]; readonly since: string };

const typeOf = (rule: string, member: string): [name: string, also: Also] => {
  const operation = rule.split('/')[0];
  return [
    `${rule}: ${operation}/${member}/type not enforced`,
    { breaks: [`${operation}/request-null-required`], since: 'null is of another type, too' },
  ];
};

const encodable: Also = {
  breaks: ['node-products/filter-encodable-served'],
  since: 'names of the sample catalog hold such characters',
};

/** What else breaks, if anything does: a `must` only where the fault cannot be had without. */
const also: Readonly<Record<string, Also>> = {
  'node-products/page-offset-default: without page[offset], a page omits one product': {
    breaks: ['node-products/page-limit-exact'],
    since: 'how many products a page holds is a must, wherever it begins',
  },
  'node-products/sku-unique: two products far apart share a stock keeping unit': {
    breaks: ['node-products/shown-as-declared'],
    since: 'one of them is declared with its own',
  },
  'subscription/external-ref-echo-beyond-ascii: references are written as UTF-8 and read as Latin-1': {
    breaks: ['subscription/external-ref-length'],
    since: 'a reference at its bound is longer that way',
  },
  'subscription/id-distinct-alike: ids are drawn from a small pool': {
    breaks: ['subscription/id-distinct'],
    since: 'whatever is subscribed to, the ids come again',
  },
  'node-products/filter-accents: letters with accents match those without': {
    breaks: ['node-products/filter-case'],
    since: 'one comparison makes light of both',
  },
  'node-products/filter-in-list: a list of ids is ignored': {
    breaks: ['node-products/links-last', 'node-products/links-next'],
    since: 'the links are those of what matches',
  },
  'node-products/filter-inner-space: a name that contains a space is rejected': encodable,
  'node-products/filter-no-crash: a filter beyond Latin letters crashes': encodable,
  'node-products/filter-no-crash: a filter beyond the basic plane crashes': encodable,
  'node-products/filter-no-crash: a pattern crashes': encodable,
  'node-products/links-next: links.next leaves a product out': {
    breaks: ['node-products/links-served'],
    since: 'the last of these links leads past the end',
  },
  'node-products/path-uuid-capitals: a node in capitals is listed as empty': {
    breaks: ['node-products/links-current', 'node-products/links-first'],
    since: 'a total of nothing contradicts the links',
  },
  ...Object.fromEntries([
    typeOf('application-key/request-name-type', 'name'),
    typeOf('subscription/request-account-id-type', 'account_id'),
    typeOf('subscription/request-offering-id-type', 'offering_id'),
    typeOf('subscription/request-plan-id-type', 'plan_id'),
    typeOf('subscription/request-currency-type', 'currency'),
    ...['name', 'email', 'customer-id', 'card-id'].map((member) =>
      typeOf(`subscription/request-payment-${member}-type`, `payment_authority.${member.replace('-', '_')}`),
    ),
  ]),
};

/** For each rule the choices under which a conforming stub gives it an occasion. */
const occasions = new Map<string, Partial<Choices>>();
for (const choices of grounds.toReversed())
  for (const { rule, verdict } of await judged(honest({ choices }), { target: targetFor(choices) }))
    if (verdict === 'pass') occasions.set(rule, choices);

describe('readings: a fault of a should breaks that should, and no must', () => {
  test.each(sampled('readings', faults, 16))('$name', async ({ name, rule, mutant }) => {
    const choices = occasions.get(rule) ?? {};
    const results = await judged(faulty(mutant, choices), { target: targetFor(choices) });
    const broken = results.filter(isAccusation).map((result) => result.rule);
    expect(broken).toContain(rule);
    expect(broken.filter((one) => one !== rule).toSorted()).toEqual(also[name]?.breaks ?? []);
  });

  test('what breaks something else is still there, and seldom a must', () => {
    const known = new Set(faults.map(({ name }) => name));
    expect(Object.keys(also).filter((name) => !known.has(name))).toEqual([]);
    const breaking = Object.values(also).filter(({ breaks }) =>
      breaks.some((id) => contract.clauses.get(id)?.level === 'must'),
    );
    expect(breaking.length).toBeLessThanOrEqual(faults.length / 20);
  });
});
