// What a kind of operation registers: its rules, and what the engine has to know of it.

import type { Contract } from '../../src/contract/contract.ts';
import { contentDemand, type Demand } from '../../src/contract/demands.ts';
import {
  type Operation,
  type OperationId,
  type OperationKind,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { Context, ContractAndTarget, ExperimentsOfScope } from './context.ts';
import type { Listing, Page, ReadExchange } from './evidence.ts';
import type { Deliver, RunExchange } from './exchange.ts';
import type { ChoiceContext, ObservationsOfScope } from './observation.ts';
import type { RulesOfScope } from './rule.ts';
import type { Collection, CollectionName, Target } from './target.ts';
import type { Result, Unavailable } from './verdict.ts';

/** A kind of operation. Its folder exports it from `kind.ts`, and `conformance/kinds.ts` lists all. */
export type Kind = {
  /** The operations it is about; a kind of all, or of several, has only rules, experiments and observations. */
  readonly of: OperationKind | 'all';
  readonly rules?: readonly RulesOfScope[];
  readonly experiments?: readonly ExperimentsOfScope[];
  readonly observations?: readonly ObservationsOfScope[];
  /** What `conforms` demands of an operation; by default that a response body was checked. */
  readonly demands?: (operation: Operation) => readonly Demand[];
  /** What stands for words such as `{limit}` in the texts of its rules: names of the contract. */
  readonly words?: (operation: Operation) => readonly Word[];
  /** Requests that change nothing, sent before all others. */
  readonly harmlessRequests?: (
    setting: ContractAndTarget,
    operation: OperationId,
  ) => readonly HarmlessRequest[];
  /** Finds out whether an operation is there. */
  readonly probe?: (operation: OperationId, probing: Probing) => Promise<readonly Probe[]>;
  /** Sends what each observation of a choice needs; throws a `Withheld` if it cannot. */
  readonly beginObservation?: (context: ChoiceContext) => Promise<unknown>;
  readonly listings?: ListingKind;
};

export type Word = readonly [name: string, words: string];

/** What was read of a collection: its last page, and its records by id, if it can be told that they are all. */
export type ListedRecords = {
  readonly last?: RunExchange;
  readonly records?: ReadonlyMap<string, Json>;
};

export type HarmlessRequest = {
  readonly request: HttpRequest;
  /** Whether it is sent only to come before other requests, and decides nothing. */
  readonly isOnlySent?: true;
};

/** What the first requests show of an operation, or of one of its collections. */
export type Probe = {
  readonly operation: OperationId;
  readonly collection?: Collection;
  readonly exchanges: readonly RunExchange[];
  /** Why nothing could be sent, and what to add. */
  readonly unavailable?: Unavailable;
};

export type Probing = {
  readonly context: Context;
  /** The exchange of a harmless request. */
  readonly exchangeOf: (request: HttpRequest) => RunExchange | undefined;
  /** The exchange, and another of the same request if it does not serve the operation, so that no single response decides. */
  readonly twice: (exchange: RunExchange) => Promise<RunExchange[]>;
  /** Those of operations that were probed before. */
  readonly probes: readonly Probe[];
};

/** What a kind adds whose responses list records: the engine compares what it reads of a collection. */
export type ListingKind = {
  /** Makes the reader of what a response lists. */
  readonly reader: (
    contract: Contract,
    target: Target,
    isRecorded: boolean,
  ) => (exchange: ReadExchange) => Pick<ReadExchange, 'page' | 'unserved'>;
  readonly collect: (contract: Contract, target: Target) => CollectedListings;
  /** A listing with only some pages. Others of the same parent are no evidence then. */
  readonly narrowedTo: (listing: Listing, pages: readonly Page[], unserved: readonly Page[]) => Listing;
  /** The request for a page that follows another, as that says it now; undefined if none follows. */
  readonly requestAfter: (page: Page, request: HttpRequest) => HttpRequest | undefined;
  /** Reads all records of a collection, by their ids. */
  readonly readRecords: (
    setting: ContractAndTarget,
    collection: CollectionName,
    send: Deliver,
  ) => Promise<ListedRecords>;
  /** What is wrong with a page as a whole, such as that it begins elsewhere. */
  readonly structureOf: (page: Page, listing: Listing) => string | undefined;
  /** Why pages are no evidence if all were requested in a way that the contract does not define. */
  readonly undefinedRequests: (contract: Contract) => string;
  /** Collections of which too little was read, unless results or other reasons say more. */
  readonly unread: (
    contract: Contract,
    listings: readonly Listing[],
    results: readonly Result[],
    unavailable: readonly Unavailable[],
  ) => readonly Unavailable[];
};

/** Collects what a run reads of each collection. */
export type CollectedListings = {
  readonly take: (exchange: ReadExchange) => void;
  /** Those of the target first, in their order. */
  readonly listings: () => Listing[];
  /** The same collections, once for each combination of further parameters that was requested. */
  readonly furtherListings: () => Listing[];
};

/** The kind of an operation; undefined if none registers it. */
export const kindOf = (
  kinds: readonly Kind[],
  { operations }: Pick<Contract, 'operations'>,
  operation: OperationId,
): Kind | undefined => kinds.find(({ of }) => of === operations[operation]?.kind);

/** What `conforms` demands of an operation: what its kind does, and what the contract says. */
export const demandsOf = (
  kinds: readonly Kind[],
  contract: WithOperations,
  operation: OperationId,
): readonly Demand[] => {
  const stated = operationIn(contract, operation);
  const ofKind = kindOf(kinds, contract, operation)?.demands?.(stated) ?? [contentDemand];
  return [...ofKind, ...(stated.demands ?? [])];
};

/** What the kind that lists adds. */
export function listingKindOf(kinds: readonly Kind[]): ListingKind {
  const found = kinds.find(({ listings }) => listings)?.listings;
  if (!found) throw new Error('no kind lists records');
  return found;
}
