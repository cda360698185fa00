import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type KindRows,
  kindRules,
  operationsInScope,
  type RuleRow,
  type RulesOfScope,
} from '../../conformance/core/rule.ts';
import { kinds } from '../../conformance/kinds.ts';
import { filesDefining } from '../../conformance/rule-files/rules-of-folder.ts';
import { focusedOn } from '../../src/contract/contract.ts';
import { writtenClauseNames } from '../../src/contract/kind-clauses.ts';
import { contract } from '../shipped.ts';

const root = join(import.meta.dirname, '../..');

const filesNamed = (name: string, folder: string): string[] =>
  globSync([`${folder}/*/**/${name}.ts`, `${folder}/**/${name}/*.ts`], { cwd: root }).sort();

test.each(['rules', 'experiments', 'observations'] as const)(
  'every file with the name of %s is in a kind, or of the shipped contract',
  async (name) => {
    const registered = kinds.flatMap((kind): readonly unknown[] => kind[name] ?? []);
    const files = filesNamed(name, 'conformance');
    expect(files.length).toBeGreaterThan(1);
    const missing: string[] = [];
    let defined = 0;
    for (const file of files) {
      const { default: value } = (await import(join(root, file))) as { default: unknown };
      const tables = [value].flat();
      defined += tables.length;
      if (!tables.every((one) => registered.includes(one))) missing.push(`${file} is in no kind.ts`);
    }
    expect(missing).toEqual([]);
    expect(registered.length).toBe(defined);
    const ofShipped = (await filesDefining(name, join(root, 'spec'))).map((file) => `spec/${file}`);
    expect(ofShipped.toSorted()).toEqual(filesNamed(name, 'spec'));
  },
);

// A row without a clause is left out of a rule set without a word.
test('a row of a kind has a clause: one that the kind states, which the types know, or one that the shipped contract has', () => {
  const row: RuleRow = { title: '', claims: [], mutants: {} };
  const known: KindRows = { gone: row, 'filter-eq-name-all': row };
  // @ts-expect-error no clause has this name
  const misspelt: KindRows = { gnoe: row };
  // @ts-expect-error no clause has this name
  kindRules('delete', ['operations'], { gnoe: row });
  expect([known, misspelt].flatMap(Object.keys)).toHaveLength(3);
  const written = new Set([...contract.clauses.keys()].map((id) => id.split('/')[1]));
  expect(writtenClauseNames.filter((name) => !written.has(name))).toEqual([]);
});

test('a row of the shipped contract has a clause, also one that a function makes', async () => {
  const files = await filesDefining('rules', join(root, 'spec/rules'));
  const lost: string[] = [];
  let rows = 0;
  for (const file of files) {
    const { default: defined } = (await import(join(root, 'spec/rules', file))) as { default: RulesOfScope };
    const { scope, table } = defined;
    const operations = operationsInScope(contract, scope);
    const names = operations.flatMap((id) =>
      Object.keys(typeof table === 'function' ? table(id, focusedOn(contract, id)) : table),
    );
    rows += names.length;
    const isStated = (name: string): boolean =>
      operations.some((id) => contract.clauses.has(`${id}/${name}`));
    lost.push(...names.flatMap((name) => (isStated(name) ? [] : [`${file}: ${name}`])));
  }
  expect(rows).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});
