import type { Contract } from '../../src/contract/contract.ts';
import { hasDefaultFilter } from '../../src/contract/list-filters.ts';
import { type Operation, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord } from '../../src/contract/record.ts';
import { isStateful } from '../../src/contract/related-operations.ts';
import type { JsonObject } from '../../src/json/json.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { ContractParts, StubOperation } from '../../src/stub/operation.ts';
import { partsOfSamples, samplesOf } from '../../src/stub/samples.ts';
import type { CollectionName } from '../core/target.ts';
import { faultIn, importDefault } from '../rule-files/import-default.ts';
import { idInFile, namedCollection } from '../target/collections.ts';
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

/**
 * Loads what a stub of a contract serves: as its `stub/parts.ts` says, else sample data of its `fixtures`, examples and
 * schemas. `fixtures` are others.
 */
export async function loadSampleData(
  contract: Contract,
  fixtures?: string | object,
): Promise<ContractWithData> {
  const { stub } = contract;
  const { load } = stub ? await stubPartIn(stub.file) : samplePart();
  return load(contract, fixtures ?? stub?.fixtures);
}

async function stubPartIn(file: string): Promise<StubPart> {
  const part = await importDefault(file);
  if (isStubPart(part)) return part;
  throw faultIn(file, 'exports no part of a stub', 'write "export default samplePart({ … })"');
}

const isStubPart = (value: unknown): value is StubPart =>
  typeof value === 'object' && value !== null && 'load' in value && typeof value.load === 'function';

/**
 * Fills a stub with the `fixtures` of its contract, else with its examples, and with what its schemas allow. `operations` are
 * served otherwise than every operation of their kind is.
 */
export function samplePart(operations: Readonly<Record<OperationId, StubOperation>> = {}): StubPart {
  const filled = (contract: Contract): ContractWithData => ({
    contract,
    parts: {
      ...partsOfSamples(contract),
      operations,
      declared,
      inCollections: (stated, collections) => {
        const samples = samplesOf(stated).collections;
        const fixtures = collections.flatMap(({ operation, values }, index) => {
          const same = samples.filter((one) => one.operation === operation);
          const records = same[index % same.length]?.records;
          return records ? [{ operation, values, records }] : [];
        });
        return filled({ ...stated, fixtures });
      },
      withRecords: (stated, change) =>
        filled({
          ...stated,
          fixtures: samplesOf(stated).collections.map(({ operation, values, records }) => ({
            operation,
            values,
            records: change(records, operationIn(stated, operation)),
          })),
        }),
    },
  });
  return {
    load: async (contract, fixtures) => {
      if (fixtures === undefined) return filled(contract);
      // Imported only if needed, since it loads the reader of YAML.
      const { withFixtures } = await import('../../src/contract/fixtures.ts');
      return filled(await withFixtures(contract, fixtures));
    },
  };
}

const declared = (contract: Contract): DeclaredData => ({
  collections: samplesOf(contract).collections.map(({ operation: id, values, records }) => {
    const operation = operationIn(contract, id);
    const holds = records.flatMap((one) => keyOfRecord(operation, one) ?? []);
    return {
      ...namedCollection(contract, { operation: id, values }),
      // What a check creates may be listed, too, and a filter with a default leaves records out.
      ...(isStateful(contract, id) || hasDefaultFilter(operation)
        ? {}
        : { holds: holds.map((key) => idInFile(contract, id, key)) }),
    };
  }),
});
