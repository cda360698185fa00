import type { Contract } from '../../contract/contract.ts';
import type { Header } from '../../http/exchange.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Choices } from '../choices/choices.ts';
import type { Problem, Refusal } from '../replies/refusal.ts';
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

/** One operation of the interface. */
export type Handler = (incoming: Incoming) => Success | Refusal;
