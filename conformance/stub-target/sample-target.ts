import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { defaultConditions } from '../../src/contract/list-filters.ts';
import { idsOf, isStateful, type Operation, operationIn } from '../../src/contract/operations.ts';
import { keyOfRecord } from '../../src/contract/record.ts';
import { ownToken } from '../../src/stub/authorization.ts';
import type { Choices } from '../../src/stub/choices.ts';
import { samplesOf } from '../../src/stub/samples.ts';
import type { Target } from '../core/target.ts';
import { resolveTarget } from '../target/target-file.ts';

/** A stub accepts any bearer token, unless each operation has its own. */
export const anyToken = 'any-token-will-do';

/** The token of each operation, if each has its own. */
export const ownTokens = (contract: Contract): Readonly<Record<OperationId, string>> =>
  Object.fromEntries(idsOf(contract).map((operation) => [operation, ownToken(operation)]));

/** What is known of the sample data of a stub for any contract, with its choices. */
export function targetOfSample(
  contract: Contract,
  baseUrl: string,
  { tokens }: Partial<Choices> = {},
): Target {
  const token = tokens === 'own' ? ownTokens(contract) : anyToken;
  return {
    ...resolveTarget(contract, { token, writes: 'allow' }, baseUrl),
    collections: samplesOf(contract).collections.map(({ operation, values, records }) => ({
      operation,
      values,
      // What a check creates may be listed, too, and a filter with a default leaves records out.
      ...(isStateful(contract, operation) || hasDefaultFilter(operationIn(contract, operation))
        ? {}
        : { holds: records.flatMap((one) => keyOfRecord(operationIn(contract, operation), one) ?? []) }),
    })),
  };
}

const hasDefaultFilter = ({ list, parameters }: Operation): boolean =>
  list?.filter !== undefined && defaultConditions(list.filter, parameters).length > 0;
