import { readdir } from 'node:fs/promises';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Family, Observation, ObservationDefinition, Rule, RuleDefinition } from './rule.ts';

/** Every rule and every observation, in a stable order. */
export type Catalogue = { readonly rules: readonly Rule[]; readonly observations: readonly Observation[] };

const conformance = new URL('../', import.meta.url);

/**
 * Finds the rules: one file each under `rules/` and `observations/`, whose path is the id, and the families
 * that generate theirs from the contract.
 */
export async function loadCatalogue(contract: Contract): Promise<Catalogue> {
  const [written, families, observations] = await Promise.all([
    modules<RuleDefinition>('rules/'),
    modules<Family>('families/'),
    modules<ObservationDefinition>('observations/'),
  ]);
  const rules = [
    ...written.map(([id, definition]) => ({ ...definition, id, operation: operationOf(id) })),
    ...families.flatMap(([, family]) => family(contract)),
  ];
  return {
    rules: rules.sort((one, other) => (one.id < other.id ? -1 : 1)),
    observations: observations.map(([id, definition]) => ({ ...definition, id, operation: operationOf(id) })),
  };
}

const operationOf = (id: string): OperationId => id.split('/')[0] as OperationId;

async function modules<T>(folder: string): Promise<[id: string, value: T][]> {
  const root = new URL(folder, conformance);
  const entries = await readdir(root, { recursive: true });
  const files = entries.filter((file) => /(?<!\.test|\.d)\.[jt]s$/.test(file)).sort();
  return Promise.all(
    files.map(async (file): Promise<[string, T]> => {
      const path = file.replaceAll('\\', '/');
      const loaded = (await import(new URL(path, root).href)) as { default: T };
      return [path.replace(/\.[jt]s$/, ''), loaded.default];
    }),
  );
}
