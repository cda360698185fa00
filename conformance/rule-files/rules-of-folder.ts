import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../../src/contract/contract.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { isObject, type Json } from '../../src/json/json.ts';
import { operationsInScope } from '../core/rule.ts';
import { faultIn, importDefault } from './import-default.ts';

/** What a subject may define, in a file or a folder of this name. */
export const definitionKinds = ['rules', 'experiments', 'observations'] as const;

export type DefinitionKind = (typeof definitionKinds)[number];

/** The files of a folder that define rules, experiments or observations, by their paths in it. */
export async function filesDefining(kind: DefinitionKind, folder: string | URL): Promise<readonly string[]> {
  const isDefining = new RegExp(`(?:^|/)${kind}(?:/[^/]+)?(?<!\\.test|\\.d)\\.m?[jt]s$`);
  const found = await readdir(folder, { recursive: true });
  return found.map((name) => name.replaceAll('\\', '/')).filter((name) => isDefining.test(name));
}

/** What each kind of file exports: a table or a list for the operations of a scope. */
const expectedContent = { rules: 'table', experiments: 'table', observations: 'list' } as const;

/** What the `rules/` of a contract define. A rule without a clause would be left out without a word, so it is an error. */
export async function definitionsIn(
  folder: string,
  kind: DefinitionKind,
  contract: Contract,
): Promise<readonly unknown[]> {
  const files = (await filesDefining(kind, folder)).toSorted().map((name) => join(folder, name));
  return Promise.all(
    files.map(async (file) => {
      const defined = await importDefault(file);
      checkDefinition(file, defined, kind, contract);
      return defined;
    }),
  );
}

function checkDefinition(file: string, defined: unknown, kind: DefinitionKind, contract: Contract): void {
  if (!isObject(defined) || typeof defined.scope !== 'string' || !(expectedContent[kind] in defined))
    throw faultIn(file, `exports no ${kind}`, `write "export default ${kind}(…)"`);
  const scope: string = defined.scope;
  const operations = operationsInScope(contract, scope);
  if (operations.length === 0)
    throw faultIn(
      file,
      `is about "${scope}", and no operation has this id or kind`,
      `name one of ${idsOf(contract).join(', ')}`,
    );
  const table: Json | undefined = kind === 'rules' ? defined.table : undefined;
  if (!isObject(table)) return;
  for (const name of Object.keys(table))
    if (
      !operations.some(
        (id) => contract.clauses.has(`${id}/${name}`) || contract.lost.includes(`${id}/${name}`),
      )
    )
      throw faultIn(
        file,
        `no clause is called ${operations[0]}/${name}`,
        'add it to clauses.yaml, or correct the name of the rule',
      );
}
