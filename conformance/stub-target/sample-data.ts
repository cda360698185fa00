import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { defaultConditions } from '../../src/contract/list-filters.ts';
import { isStateful, type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord } from '../../src/contract/record.ts';
import type { StubOperation } from '../../src/stub/operation.ts';
import { partsOfSamples, samplesOf } from '../../src/stub/samples.ts';
import { idInFile, namedCollection } from '../target/collections.ts';
import type { ContractWithData, DeclaredData, StubPart } from './stub-part.ts';

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

const hasDefaultFilter = ({ list, parameters }: Operation): boolean =>
  list?.filter !== undefined && defaultConditions(list.filter, parameters).length > 0;
