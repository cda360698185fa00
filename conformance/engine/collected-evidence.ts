import type { Contract } from '../../src/contract/contract.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { ReadExchange } from '../core/evidence.ts';
import { type CollectedListings, type Kind, listingKindOf } from '../core/kind.ts';
import type { Target } from '../core/target.ts';

const mostCreations = 50;

const mostBytes = 64 * 1024;

/** Collects listings and creations, which claims and observations read beside single responses. */
export function createEvidence(
  contract: Contract,
  target: Target,
  kinds: readonly Kind[],
): CollectedListings & { readonly creations: () => readonly ReadExchange[] } {
  const collected = listingKindOf(kinds).collect(contract, target);
  const creations = new Map<OperationId, ReadExchange[]>();
  return {
    ...collected,
    take: (exchange) => {
      const { operation, accepted, requestContent, response } = exchange;
      const isSound = accepted && requestContent.json !== undefined && requestContent.defects.length === 0;
      if (isSound && response.body.byteLength <= mostBytes) {
        const own = creations.get(operation) ?? [];
        if (own.length < mostCreations) creations.set(operation, [...own, exchange]);
      }
      collected.take(exchange);
    },
    creations: () => [...creations.values()].flat(),
  };
}
