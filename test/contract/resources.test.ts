import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { buildContract } from '../../src/contract/build-contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { everyOperation } from '../../src/contract/operations.ts';
import { type JsonObject, withAt } from '../../src/json/json.ts';

const shipped = await loadContract();

const offering = { $ref: '#/components/schemas/SubscriptionOffering' };

/** The document if a new key were returned with the offering that a subscription is for. */
const document = withAt(
  shipped.document,
  ['components', 'schemas', 'ApplicationKeyResponse', 'properties', 'offering'],
  offering,
) as JsonObject;

describe('what a schema says of a resource', () => {
  it('binds every operation that returns it, each by clauses of its own', async () => {
    const contract = buildContract(document, shipped.clauses);
    const named = shipped.clauses.get('subscription/offering-name-string');
    expect(contract.clauses.get('application-key/offering-name-string')).toMatchObject({
      level: named?.level,
      at: named?.at,
      text: named?.text,
    });
    const ruleSet = await loadRuleSet(contract);
    const rules = ruleSet.rules.filter(({ id }) => id.endsWith('/offering-name-string'));
    expect(rules.map(({ id, operation }) => [id, operation])).toEqual([
      ['application-key/offering-name-string', 'application-key'],
      ['subscription/offering-name-string', 'subscription'],
    ]);
    expect(rules.map(({ mutants: [mutant] }) => mutant?.name.split('/')[0])).toEqual([
      'application-key',
      'subscription',
    ]);
  });

  it('is said otherwise of an operation whose own clause says so', () => {
    const own = {
      id: 'application-key/offering-name-string',
      at: ['0/s1'],
      level: 'should',
      text: 'Own.',
    } as const;
    const contract = buildContract(document, new Map([...shipped.clauses, [own.id, own]]));
    expect(contract.clauses.get(own.id)).toEqual(own);
    expect(contract.constraints.filter(({ clause }) => clause.id === own.id)).toHaveLength(1);
  });

  it('repeats no clause where every operation returns its own', async () => {
    const written: { id: string }[] = parse(
      await readFile(new URL('../../spec/clauses.yaml', import.meta.url), 'utf8'),
    );
    const own = new Set(written.map(({ id }) => id));
    const others = new Set(
      [...shipped.clauses.keys()].filter((id) => !own.has(id)).map((id) => id.split('/')[0]),
    );
    const operations = everyOperation(shipped);
    const alone = operations.filter(
      ({ resource }) => operations.filter((one) => one.resource === resource).length === 1,
    );
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.filter(({ id }) => others.has(id))).toEqual([]);
    expect(written.filter(({ id }) => !shipped.clauses.has(id))).toEqual([]);
  });
});
