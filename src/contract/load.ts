import { buildContract } from './build.ts';
import type { Contract } from './contract.ts';
import { type ReadyContract, readReady, readyFiles } from './ready.ts';

/** Where the files of the contract lie; by default, the two that ship with assay, and no Overlay. */
export type ContractFiles = {
  readonly openapi?: string | URL;
  readonly clauses?: string | URL;
  /** OpenAPI Overlays, applied in this order before anything is read. */
  readonly overlays?: readonly (string | URL)[];
  /** Told, in a sentence, of whatever in an Overlay is without effect. */
  readonly onRemark?: (remark: string) => void;
};

/**
 * Loads the contract. What ships with assay was parsed and checked when it was built; everything else is read here,
 * and a fault in any of the files is one {@link Fault} that names file, line and what to do.
 */
export async function loadContract(files: ContractFiles = {}): Promise<Contract> {
  const { openapi, clauses, overlays = [] } = files;
  const isShipped = openapi === undefined && clauses === undefined && overlays.length === 0;
  const ready = isShipped ? await readReady<ReadyContract>(readyFiles.contract) : undefined;
  if (ready)
    return buildContract(ready.document, new Map(ready.clauses.map((clause) => [clause.id, clause])));
  // What parses and checks is large, and is not needed where nothing has to be checked.
  const { readContract } = await import('./read-contract.ts');
  return readContract(files);
}
