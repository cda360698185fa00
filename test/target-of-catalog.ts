import { targetFileOf } from '../conformance/stub-target/target-of-stub.ts';
import type { TargetFile } from '../conformance/target/target-file.ts';
import type { Catalog } from '../spec/stub/catalog.ts';
import { stubPartsOf } from '../spec/stub/parts.ts';
import type { Contract } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load.ts';
import type { Choices } from '../src/stub/choices.ts';

const shipped = await loadContract();

/** The target file for a stub with a catalog and its choices; by default, the contract is the shipped one. */
export const targetOfCatalog = (
  catalog: Catalog,
  baseUrl: string,
  choices: Partial<Choices> = {},
  contract: Contract = shipped,
): TargetFile => targetFileOf({ contract, parts: stubPartsOf(catalog) }, baseUrl, choices);
