import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { idsOf } from '../../src/contract/operations.ts';
import { anyToken, ownToken } from '../../src/stub/authorization.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { TargetFile } from '../target/target-file.ts';
import type { ContractWithData } from './sample-data.ts';

/** The token of each operation, if each has its own. */
const ownTokens = (contract: Contract): Readonly<Record<OperationId, string>> =>
  Object.fromEntries(idsOf(contract).map((operation) => [operation, ownToken(operation)]));

/** The target file for a stub with its choices, with everything that only its operator can know. */
export const targetFileOf = (
  { contract, parts }: ContractWithData,
  baseUrl: string,
  choices: Partial<Choices> = {},
): TargetFile => ({
  baseUrl,
  token: choices.tokens === 'own' ? ownTokens(contract) : anyToken,
  writes: 'allow',
  ...parts.declared(contract, choices),
});
