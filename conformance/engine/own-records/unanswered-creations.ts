// Which requests to create something have no response, so that it is not known what they created.

import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation, OperationId } from '../../../src/contract/operations.ts';
import { type HttpRequest, isLost, type Transport } from '../../../src/http/exchange.ts';
import type { Setting } from '../../core/context.ts';
import { wholeNonces } from '../../core/nonces.ts';
import { jsonOfRequest } from '../../core/requests.ts';
import { wasRejected } from '../../core/status.ts';
import { type CollectionName, isSameCollection } from '../../core/target.ts';
import { keyOfRequest } from '../sending/request-cache.ts';
import { isWrite } from '../sending/write-limit.ts';
import { collectionOfCreated, hasChanges } from './record-keys.ts';
import { noncesIn } from './whose-record.ts';

export type UnansweredCreation = {
  readonly operation: OperationId;
  readonly collection?: CollectionName;
  /** What tells its record from all others. */
  readonly nonces: readonly string[];
};

type Delivered = ReturnType<Transport>;

export function noteUnanswered({ contract, nonce }: Pick<Setting, 'contract' | 'nonce'>) {
  const creationsUnderWay = new Map<Promise<unknown>, UnansweredCreation>();
  const changes = new Set<Promise<unknown>>();
  let lost: readonly (UnansweredCreation & { readonly request: string })[] = [];

  /** A request as it is sent again: with another nonce. */
  const withoutNonces = (request: HttpRequest): string =>
    keyOfRequest(request).replaceAll(wholeNonces(nonce), '');

  const noteResponse = (
    creation: UnansweredCreation | undefined,
    request: HttpRequest,
    response: Awaited<Delivered>,
  ): void => {
    if (creation !== undefined && isLost(response) && !['rejected', 'unsent'].includes(response.lost))
      lost = [...lost, { ...creation, request: withoutNonces(request) }];
    // What is rejected for itself was rejected before, too.
    if (
      !isLost(response) &&
      wasRejected({ request, response }) &&
      ![408, 409, 425, 429].includes(response.status)
    ) {
      const repeated = withoutNonces(request);
      lost = lost.filter((one) => one.request !== repeated);
    }
  };

  return {
    /** Delivers a request, which is under way until `deliver` has noted what it created. */
    during: (operation: Operation | undefined, request: HttpRequest, deliver: () => Delivered): Delivered => {
      const creation =
        hasChanges(contract) && operation?.kind === 'create'
          ? unansweredBy({ contract, nonce }, operation, request)
          : undefined;
      const delivering = deliver()
        .then((response) => {
          noteResponse(creation, request, response);
          return response;
        })
        .finally(() => {
          creationsUnderWay.delete(delivering);
          changes.delete(delivering);
        });
      if (creation !== undefined) creationsUnderWay.set(delivering, creation);
      else if (isWrite(request)) changes.add(delivering);
      return delivering;
    },
    isAnyUnderWay: (): boolean => creationsUnderWay.size > 0,
    settled: (): Promise<unknown> => Promise.allSettled([...creationsUnderWay.keys(), ...changes]),
    all: (): readonly UnansweredCreation[] => [...lost, ...creationsUnderWay.values()],
    /** Forgets what could be in a collection, once all its records are read, and would show there. */
    forgetIn: (collection: CollectionName): void => {
      lost = lost.filter(
        (one) => !one.collection || !isSameCollection(one.collection, collection) || one.nonces.length === 0,
      );
    },
  };
}

function unansweredBy(
  { contract, nonce }: { readonly contract: Contract; readonly nonce: string },
  operation: Operation,
  request: HttpRequest,
): UnansweredCreation {
  const sent = jsonOfRequest(request);
  const collection = collectionOfCreated(contract, operation, request, sent);
  return { operation: operation.id, nonces: noncesIn(nonce, sent), ...(collection ? { collection } : {}) };
}
