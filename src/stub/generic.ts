import type { Contract, OperationId } from '../contract/contract.ts';
import { filledPath, type Operation, operationIn } from '../contract/operations.ts';
import type { Json } from '../json/json.ts';
import type { Catalog } from './catalog.ts';
import { createCreation } from './create.ts';
import { createListing } from './list.ts';
import type { StubOperation } from './operation.ts';
import { createReading } from './read.ts';
import { reject } from './responses.ts';
import { bodyFor, samplesOf, sampleValues, valueFor } from './samples.ts';
import { successStatus } from './statuses.ts';

const bodyOf = (json: Json): Uint8Array => Buffer.from(JSON.stringify(json));

/** What a stub does for an operation of which only the contract is known. */
export function genericOperation(contract: Contract, id: OperationId): StubOperation {
  const operation = operationIn(contract, id);
  const { list, kind } = operation;
  return {
    createHandler: (setup) => {
      if (list) return createListing(setup, operation);
      if (kind === 'create') return createCreation(setup, operation);
      if (kind === 'read') return createReading(setup, operation);
      if (kind === 'get') {
        const body = bodyOf(valueFor('', operation.response, 1));
        return () => ({ status: successStatus(operation), body });
      }
      const { method, path } = operation;
      const detail = `the stub does not serve ${method} ${path}: it only creates, lists and reads`;
      return () => reject(501, [{ detail }]);
    },
    example: () => exampleOf(contract, operation),
  };
}

/** A request that the stub accepts. */
function exampleOf(contract: Contract, operation: Operation): ReturnType<StubOperation['example']> {
  const { id, kind, path, list } = operation;
  const values = sampleValues(contract, path);
  if (!values || kind === 'other') return undefined;
  const target = filledPath(path, values.map(encodeURIComponent));
  if (kind === 'create') return { target, body: Buffer.from(JSON.stringify(bodyFor(contract, operation))) };
  const collection = samplesOf(contract).collections.find((one) => one.operation === id);
  const query = (list?.required ?? []).map((name, index): [string, string] => [
    name,
    collection?.values[values.length + index] ?? '',
  ]);
  return {
    target: query.length === 0 ? target : `${target}?${new URLSearchParams(query)}`,
  };
}

/** The catalog of a stub that has no shop. */
export const noCatalog: Catalog = {
  name: 'generated sample data',
  accounts: new Set(),
  plans: new Set(),
  offerings: new Map(),
  hierarchies: [],
  products: new Map(),
};
