import type { Contract } from '../contract/contract.ts';
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Header, HttpRequest } from '../http/exchange.ts';
import type { JsonObject } from '../json/json.ts';
import type { Choices } from './choices.ts';
import type { Problem, Rejection, Success } from './responses.ts';
import type { createIdsAndClock, createMemory } from './state.ts';

export type Setup = {
  readonly contract: Contract;
  readonly parts: ContractParts;
  readonly choices: Choices;
  readonly source: ReturnType<typeof createIdsAndClock>;
  readonly memory: ReturnType<typeof createMemory>;
};

export type Incoming = {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly base: () => string;
  readonly path: string;
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
};

export type Handler = (incoming: Incoming) => Success | Rejection;

export type ServedStub = Pick<Setup, 'contract' | 'parts' | 'choices'>;

export type StubOperation = {
  readonly createHandler: (setup: Setup, operation: Operation) => Handler;
  /** Query parameters that it reads beside those of the contract. */
  readonly furtherParameters?: (choices: Choices) => readonly string[];
  /** A request that this stub accepts, if its data have what it needs; by default that of its kind. */
  readonly example?: (
    stub: ServedStub,
    operation: Operation,
  ) => Pick<HttpRequest, 'target' | 'body'> | undefined;
  /** A violation of the contract by this operation, to show how it is planted. */
  readonly exampleMutant?: string;
};

/** What is listed for some values of the parameters of a listing, as a person is shown it. */
export type ShownCollection = {
  /** The operation that lists it. */
  readonly list: OperationId;
  readonly values: readonly string[];
  readonly name: string;
  readonly about: string;
  /** Below the base URL. */
  readonly path: string;
};

/** What a contract adds to the stub: its own data, and the operations of which it says more than their kind does. */
export type ContractParts = {
  /** What is served, in a few words. */
  readonly name: string;
  readonly operations: Readonly<Record<OperationId, StubOperation>>;
  readonly collections: (contract: Contract) => readonly ShownCollection[];
  /** The values that requests may have to contain, such as ids. */
  readonly known: JsonObject;
};
