import type { Parameter } from '../../src/contract/list.ts';
import { unknownParameters } from '../../src/contract/needed-parameters.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { credentialIn } from '../../src/secrets/credentials.ts';
import type { ContractAndTarget } from '../core/context.ts';

/** A parameter of which a request needs a value, and neither the contract nor the target file has one: nothing can be asked. */
export const unknownParameter = (
  { contract, target }: ContractAndTarget,
  operation: OperationId,
): Parameter | undefined =>
  unknownParameters(operationIn(contract, operation)).find(
    ({ place }) => !place || credentialIn({ target: '', headers: target.headers }, place) === undefined,
  )?.parameter;
