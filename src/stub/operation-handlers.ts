import type { Contract } from '../contract/contract.ts';
import { filledPath, isWriting, type Operation } from '../contract/operations.ts';
import { percentEncoded } from '../percent.ts';
import { createChange } from './change.ts';
import { createCreation } from './create.ts';
import { createDeletion } from './delete.ts';
import { createGet } from './get.ts';
import { createListing } from './list.ts';
import type { Handler, ServedStub, Setup, StubOperation } from './operation.ts';
import { createReading } from './read.ts';
import { reject } from './responses.ts';
import { bodyFor, listingTarget, samplesOf, sampleValues } from './samples.ts';

/** How an operation is served: as the parts of its contract say, else as every operation of its kind. */
export const stubOperationOf = ({ parts }: Pick<ServedStub, 'parts'>, { id }: Operation) => ({
  ...ofKind,
  ...parts.operations[id],
});

const ofKind: Required<Pick<StubOperation, 'createHandler' | 'example'>> = {
  createHandler: handlerOfKind,
  example: ({ contract }, operation) => exampleRequest(contract, operation),
};

function handlerOfKind(setup: Setup, operation: Operation): Handler {
  const { kind, method, path } = operation;
  switch (kind) {
    case 'list':
      return createListing(setup, operation);
    case 'create':
      return createCreation(setup, operation);
    case 'read':
      return createReading(setup, operation);
    case 'replace':
    case 'update':
      return createChange(setup, operation);
    case 'delete':
      return createDeletion(setup, operation);
    case 'get':
      return createGet(setup, operation);
    case 'other': {
      const detail = `the stub does not serve ${method} ${path}: it is of no kind that the stub knows`;
      return () => reject(501, [{ detail }]);
    }
  }
}

/** A request that the stub accepts, if its sample data have what it needs. */
function exampleRequest(contract: Contract, operation: Operation) {
  const { id, kind, path } = operation;
  const values = sampleValues(contract, path);
  if (!values || kind === 'other') return undefined;
  if (isWriting(operation))
    return {
      target: filledPath(path, values.map(percentEncoded)),
      body: Buffer.from(JSON.stringify(bodyFor(contract, operation))),
    };
  const collection = samplesOf(contract).collections.find((one) => one.operation === id);
  return {
    target: listingTarget(operation, [...values, ...(collection?.values ?? []).slice(values.length)]),
  };
}
