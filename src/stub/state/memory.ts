import type { OperationId } from '../../contract/contract.ts';
import type { Success } from '../replies/write-reply.ts';
import { createSeenValues, type SeenValues } from './seen-values.ts';

/** What a stub remembers from earlier requests. */
export type Memory = {
  readonly keyNames: SeenValues;
  readonly externalReferences: SeenValues;
  /** Pairs of an account and a plan that it is subscribed to. */
  readonly subscribed: SeenValues;
  /** How many keys and subscriptions were created. */
  readonly created: Map<OperationId, number>;
  /** What requests brought that created something; kept only where one that is repeated is not created again. */
  readonly creations: Map<string, Success>;
  readonly clear: () => void;
};

/** Creates an empty memory. */
export function createMemory(): Memory {
  const memory: Memory = {
    keyNames: createSeenValues(),
    externalReferences: createSeenValues(),
    subscribed: createSeenValues(),
    created: new Map(),
    creations: new Map(),
    clear: () => {
      memory.keyNames.clear();
      memory.externalReferences.clear();
      memory.subscribed.clear();
      memory.created.clear();
      memory.creations.clear();
    },
  };
  return memory;
}
