import type { Contract, Operation } from '../../src/contract/contract.ts';
import type { JsonObject } from '../../src/json/json.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { ContractParts } from '../../src/stub/operation.ts';
import type { CollectionName } from '../core/target.ts';
import type { TargetFile } from '../target/target-file.ts';

/** What the operator of a stub knows of it, as a target file says it. */
export type DeclaredData = Pick<TargetFile, 'known' | 'collections' | 'records' | 'hidden'>;

/** Changes what an operation lists of one collection. Records that are the same in several collections are the same objects. */
export type RecordChange = (records: readonly JsonObject[], listing: Operation) => readonly JsonObject[];

/** What a stub is filled with, what its operator knows of that, and how it can be filled otherwise. */
export type SampleData = ContractParts & {
  /** Choices of the stub that, one after another, give every rule something to judge; by default the usual ones. */
  readonly revealing?: readonly Partial<Choices>[];
  readonly declared: (contract: Contract, choices: Partial<Choices>) => DeclaredData;
  /** The same records in other collections, as a stub has them that takes the place of a server. */
  readonly inCollections: (contract: Contract, collections: readonly CollectionName[]) => ContractWithData;
  /** Other records in the same collections. */
  readonly withRecords: (contract: Contract, change: RecordChange) => ContractWithData;
};

/** A contract, and the sample data that a stub of it serves. */
export type ContractWithData = { readonly contract: Contract; readonly parts: SampleData };

/** How a contract fills its stub: what `stub/parts.ts` of its folder exports by default. */
export type StubPart = {
  /**
   * Reads sample data.
   *
   * @param contract What they have to satisfy.
   * @param fixtures A file, a folder, or the content of a file; by default those of the contract.
   */
  readonly load: (contract: Contract, fixtures?: string | object) => Promise<ContractWithData>;
};
