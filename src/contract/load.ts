import { readFile } from 'node:fs/promises';
import { lazy } from '../once.ts';
import { packageRoot } from '../package-root.ts';
import type { Clause, Constraint, Contract } from './contract.ts';
import { contractFolderAt, isShippedFolder, partsOfFolder, shippedFolder } from './contract-folder.ts';
import type { ContractFiles } from './read-contract.ts';

type PrebuiltContract = Omit<Contract, 'clauses' | 'constraints'> & {
  readonly clauses: readonly Clause[];
  readonly constraints: readonly (Omit<Constraint, 'clause'> & { readonly clause: string })[];
};

export const toPrebuilt = ({ clauses, constraints, ...contract }: Contract): PrebuiltContract => ({
  ...contract,
  clauses: [...clauses.values()],
  constraints: constraints.map(({ clause, ...constraint }) => ({ ...constraint, clause: clause.id })),
});

export function fromPrebuilt({ clauses, constraints, ...contract }: PrebuiltContract): Contract {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  // Elsewhere than where it was built.
  const folder = contractFolderAt(shippedFolder);
  return {
    ...contract,
    ...(folder && partsOfFolder(folder)),
    clauses: byId,
    constraints: constraints.map(({ clause: id, ...constraint }) => {
      const clause = byId.get(id);
      if (!clause) throw new Error(`the build has a constraint of a clause "${id}" that it has not`);
      return { ...constraint, clause };
    }),
  };
}

/** Written by the build, so that the contract is not parsed at every start. */
export const prebuiltContract = 'spec/contract.ready.json';

export async function readPrebuilt<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(new URL(file, packageRoot), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const shippedContract = lazy(async () => {
  const prebuilt = await readPrebuilt<PrebuiltContract>(prebuiltContract);
  return prebuilt ? fromPrebuilt(prebuilt) : readContractAfresh({});
});

/** Loads the contract. The shipped one was checked when assay was built; any other is checked here. */
export async function loadContract(files: ContractFiles = {}): Promise<Contract> {
  const { openapi, overlays = [] } = files;
  const isShipped = openapi === undefined || isShippedFolder(openapi);
  if (isShipped) return overlays.length === 0 ? shippedContract() : readContractAfresh({ overlays });
  return readContractAfresh(files);
}

async function readContractAfresh(files: ContractFiles): Promise<Contract> {
  // Parsers and validators are slow to load.
  const { readContract } = await import('./read-contract.ts');
  return readContract(files);
}
