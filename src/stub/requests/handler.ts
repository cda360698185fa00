import type { Contract } from '../../contract/contract.ts';
import type { Call, Header } from '../../http/exchange.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Choices } from '../choices/choices.ts';
import type { Problem, Rejection } from '../replies/rejection.ts';
import type { Success } from '../replies/write-reply.ts';
import type { IdsAndClock } from '../state/ids-and-clock.ts';
import type { Memory } from '../state/memory.ts';
import type { ContractPointers } from './contract-pointers.ts';

/** What every operation is created from. */
export type Setup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Choices;
  readonly source: IdsAndClock;
  readonly memory: Memory;
  readonly pointers: ContractPointers;
};

/** A request, after its operation was found. */
export type Incoming = {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The base URL of the service, path prefix included. */
  readonly base: () => string;
  /** The raw path below the base. */
  readonly path: string;
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  /** The problems found in the query so far. */
  readonly problems: readonly Problem[];
};

/** Serves one operation of the interface. */
export type Handler = (incoming: Incoming) => Success | Rejection;

/** What a stub serves, and how. */
export type ServedStub = Pick<Setup, 'contract' | 'catalog' | 'choices'>;

/** What the stub has of one operation; it knows none by name. */
export type StubOperation = {
  readonly createHandler: (setup: Setup) => Handler;
  /** The names of query parameters that it reads and the contract does not know. */
  readonly furtherParameters?: (choices: Choices) => readonly string[];
  /** The target and the body of a request that this stub answers successfully, if its catalog has data. */
  readonly example: (stub: ServedStub) => Pick<Call, 'target' | 'body'> | undefined;
  /** The name of a mutant of one of its rules, as an example. */
  readonly exampleMutant?: string;
};
