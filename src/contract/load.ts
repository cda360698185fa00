import { lazy } from '../lazy.ts';
import type { Contract } from './contract.ts';
import { fromPrebuilt, type PrebuiltContract, prebuiltFiles, readPrebuilt } from './prebuilt.ts';
import type { ContractFiles } from './read-contract.ts';

/** Nothing changes a contract, so that a process that needs the one that ships with assay again has it already. */
const shipped = lazy(async () => {
  const prebuilt = await readPrebuilt<PrebuiltContract>(prebuiltFiles.contract);
  return prebuilt ? fromPrebuilt(prebuilt) : readAfresh({});
});

/**
 * Loads the contract. The contract that ships with assay was parsed, checked and built when assay was built; any other is
 * read and checked here, and an error in a file is a {@link UserError} with file, line and what to do.
 */
export async function loadContract(files: ContractFiles = {}): Promise<Contract> {
  const { openapi, clauses, overlays = [] } = files;
  const isShipped = openapi === undefined && clauses === undefined && overlays.length === 0;
  return isShipped ? shipped() : readAfresh(files);
}

async function readAfresh(files: ContractFiles): Promise<Contract> {
  // The parsers and validators are slow to load, so they are imported only if needed.
  const { readContract } = await import('./read-contract.ts');
  return readContract(files);
}
