import { idsOf, isOfKind, type OperationId, operationIn } from '../contract/operations.ts';
import { keyOfRecord, recordIn } from '../contract/record.ts';
import type { Handler, Setup, StubOperation } from './operation.ts';
import { createParameterCheck, isInPath } from './parameters.ts';
import { isRejection, reject } from './responses.ts';

const recordsOf = ({ contract, memory }: Setup, id: OperationId): Map<string, Uint8Array> =>
  memory.kept(`records ${operationIn(contract, id).resource}`, () => new Map<string, Uint8Array>());

export function keepingRecords(setup: Setup, id: OperationId, handle: Handler): Handler {
  const { contract } = setup;
  const { resource } = operationIn(contract, id);
  if (
    !idsOf(contract).some(
      (one) => isOfKind(contract, one, 'read') && operationIn(contract, one).resource === resource,
    )
  )
    return handle;
  const records = recordsOf(setup, id);
  return (incoming) => {
    const outcome = handle(incoming);
    if (isRejection(outcome)) return outcome;
    const operation = operationIn(contract, id);
    const created = keyOfRecord(
      operation,
      recordIn(operation, JSON.parse(Buffer.from(outcome.body).toString())),
    );
    if (created !== undefined) records.set(created.toLowerCase(), outcome.body);
    return outcome;
  };
}

export const readOperation = (id: OperationId): StubOperation => ({
  createHandler: (setup) => {
    const records = recordsOf(setup, id);
    const check = createParameterCheck(setup, id, isInPath);
    return ({ pathParameters, problems }) => {
      const found = [...problems, ...check(pathParameters)];
      if (found.length > 0) return reject(400, found);
      const [wanted = ''] = pathParameters.values();
      const body = records.get(wanted.toLowerCase());
      return body ? { status: 200, body } : reject(404, [{ detail: 'nothing was created with this id' }]);
    };
  },
  example: () => undefined,
});
