import { describe, expect, it } from 'vitest';
import { filled } from '../../conformance/cli/commands/client.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { amend } from '../../src/contract/build-contract.ts';
import type { loadContract } from '../../src/contract/load.ts';
import { overlayFor } from '../contract-driven/amendments.ts';
import { check } from '../contract-driven/driven.ts';
import { loadEdited, overlayOf } from './edited-contract.ts';

const schemas = '$.components.schemas';
const request = `${schemas}.SubscriptionRequest.properties.data`;
const gateways = `${schemas}.PaymentAuthority.properties.type.enum`;
const filter = "$.paths['/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products'].get.x-list.filter";

/** What something that fills in texts could read as a template: our own placeholders, and those of `replace`. */
const hard = [
  '{3}',
  '{a}',
  '{id}',
  '{enum}',
  '{limit}',
  '{eq}',
  '{filter}',
  '{attribute}',
  '{constructor}',
  '$&',
  "$'$`",
  '%s',
  '\\p{L}{2}',
];

const overlaid = (...actions: [target: string, update: object][]) =>
  loadEdited({
    overlays: actions.map(([target, update]) => overlayOf(`  - ${JSON.stringify({ target, update })}`)),
  });

/** What is said of a contract: the texts of clauses, and the titles and mutants of rules. */
async function textsOf(contract: Awaited<ReturnType<typeof loadContract>>): Promise<string[]> {
  const { rules } = await loadRuleSet(contract);
  return [
    ...[...contract.clauses.values()].map(({ text }) => text),
    ...rules.flatMap(({ title, mutants }) => [title, ...mutants.map(({ name }) => name)]),
  ];
}

describe.each(hard)('%s is put into texts as it is', (value) => {
  it('as a value that a clause with a placeholder lists', async () => {
    const contract = await loadEdited({
      overlays: [
        overlayFor({ actions: [[gateways, 'remove: true']] }),
        overlayOf(
          `  - ${JSON.stringify({ target: gateways.replace('.enum', ''), update: { enum: [value, 'other_pay'] } })}`,
        ),
      ],
    });
    const rule = 'subscription/request-payment-type-allowed';
    const text = `A \`payment_authority\` is rejected if its \`type\` is a string other than \`${value}\` or \`other_pay\`.`;
    expect(contract.clauses.get(rule)?.text).toBe(text);
    const { rules } = await loadRuleSet(contract);
    expect(rules.find(({ id }) => id === rule)?.title).toBe(
      `a request is rejected if payment_authority.type is not ${JSON.stringify(value)} or "other_pay"`,
    );
    const [changed] = contract.constraints.filter(({ clause }) => clause.id === rule);
    expect(amend(contract, { constraint: changed?.id ?? '' }).clauses.get(rule)?.text).toBe(text);
  });

  it('as a pattern, a constant and the name of a field', async () => {
    const contract = await overlaid([
      request,
      {
        required: [value],
        properties: {
          [value]: { type: 'string', maxLength: 9 },
          kind: { const: value },
          note: { enum: [value] },
        },
      },
    ]);
    const texts = await textsOf(contract);
    expect(texts).toEqual(
      expect.arrayContaining([
        `In a request, \`${value}\` is required.`,
        `a request without ${value} is rejected`,
        `subscription/${value}/required not enforced`,
        `In a request, \`kind\` is ${JSON.stringify(value)}.`,
        `subscription/note/enum takes ${value}_or_else too`,
      ]),
    );
    for (const { id } of contract.constraints.filter(({ clause }) => clause.derived))
      expect(amend(contract, { constraint: id }).clauses.size).toBeGreaterThan(0);
  });

  it('as the name of an operator and of an attribute', async () => {
    const contract = await overlaid([
      filter,
      { queryables: { [value]: '/attributes/sku' }, operators: { [value]: { means: 'eq', on: [value] } } },
    ]);
    const texts = await textsOf(contract);
    expect(texts).toEqual(
      expect.arrayContaining([
        `A filter \`${value}(${value},…)\` with a plain value returns no product with another ${value}.`,
        `${value}(${value},…) returns no product with another ${value}`,
        `a filter by ${value} is a LIKE, on every other collection`,
        `the end of a ${value} returns its product`,
      ]),
    );
  });
});

it('a pattern with braces is checked, on the stub too', async () => {
  const contract = await overlaid([
    request,
    { required: ['note'], properties: { note: { type: 'string', pattern: '^[A-Z]{3}$' } } },
  ]);
  expect((await check(contract, contract)).headline).toMatchObject({ verdict: 'conforms' });
});

it('what a client gets is put into its variables as it is', () => {
  expect(filled('{url}?{port}&{token}&{other}', 'http://127.0.0.1:4010/{token}$&')).toBe(
    'http://127.0.0.1:4010/{token}$&?4010&any-token-will-do&{other}',
  );
});
