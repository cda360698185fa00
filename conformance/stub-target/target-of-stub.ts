import type { Contract } from '../../src/contract/contract.ts';
import { idsOf, type OperationId } from '../../src/contract/operations.ts';
import { allSchemes } from '../../src/contract/security.ts';
import { credentialOf } from '../../src/secrets/credentials.ts';
import { anyToken, ownToken } from '../../src/stub/authorization.ts';
import type { Choices } from '../../src/stub/choices.ts';
import type { TargetFile } from '../target/target-file.ts';
import type { ContractWithData } from './sample-data.ts';

/** The token of each operation, if each has its own. */
const ownTokens = (contract: Contract): Readonly<Record<OperationId, string>> =>
  Object.fromEntries(idsOf(contract).map((operation) => [operation, ownToken(operation)]));

/** A credential of each scheme, if there are several; else one token. */
function tokensOf({ operations }: Contract): NonNullable<TargetFile['token']> {
  const schemes = allSchemes(operations);
  if (schemes.length < 2) return anyToken;
  return Object.fromEntries(schemes.map((scheme) => [scheme.name, credentialOf(scheme)]));
}

/** The target file for a stub with its choices, with everything that only its operator can know. */
export const targetFileOf = (
  { contract, parts }: ContractWithData,
  baseUrl: string,
  choices: Partial<Choices> = {},
): TargetFile => ({
  baseUrl,
  token: choices.tokens === 'own' ? ownTokens(contract) : tokensOf(contract),
  writes: 'allow',
  ...parts.declared(contract, choices),
});
