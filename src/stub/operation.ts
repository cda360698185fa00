import type { Contract } from '../contract/contract.ts';
import type { Header } from '../wire/exchange.ts';
import type { Catalog } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { Locate } from './locate.ts';
import type { Memory } from './memory.ts';
import type { Problem, Refusal } from './refusal.ts';
import type { Rooms } from './rooms.ts';
import type { Source } from './source.ts';

/** What every operation is built from. */
export type Setup = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  readonly choices: Choices;
  readonly source: Source;
  readonly memory: Memory;
  readonly rooms: Rooms;
  readonly locate: Locate;
  /** Clauses whose constraints on requests are not enforced. */
  readonly lenient: ReadonlySet<string>;
};

/** A request that has found its operation. */
export type Incoming = {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The address the service is reached at, path prefix included. */
  readonly base: string;
  /** The raw path below the base. */
  readonly path: string;
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly queryParameters: ReadonlyMap<string, string>;
  /** What is already known to be wrong with the query. */
  readonly problems: readonly Problem[];
};

/** A request that was served: a status and the JSON that goes with it. */
export type Success = { readonly status: number; readonly body: Uint8Array };

/** One operation of the interface. */
export type Handler = (incoming: Incoming) => Success | Refusal;
