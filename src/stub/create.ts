import type { Contract } from '../contract/contract.ts';
import type { Mutant, Transport } from '../wire/exchange.ts';
import { createAnswer } from './answer.ts';
import type { Catalog } from './catalog.ts';
import { type Choices, usualChoices } from './choices.ts';
import { type Address, type Listening, listen } from './listen.ts';
import { createSource } from './source.ts';

/** What a stub is made from. */
export type StubOptions = {
  readonly contract: Contract;
  readonly catalog: Catalog;
  /** Where the stub is to differ from its usual choices. */
  readonly choices?: Partial<Choices>;
  /** Ids of clauses whose constraints on requests are not enforced. */
  readonly lenient?: readonly string[];
  /** Faults to put in front of the stub, the outermost first. */
  readonly mutants?: readonly Mutant[];
  /** A path all others stand under, such as `/api`. */
  readonly prefix?: string;
  /** Makes ids, secrets and the clock repeatable: equal calls in equal order get equal replies. */
  readonly seed?: string | number;
};

/** The reference implementation of the interface. */
export type Stub = {
  /** The stub in process. Targets are whole paths, the prefix included. */
  readonly transport: Transport;
  readonly choices: Choices;
  /** Serves the stub over HTTP, by default on a free port of the loopback address. */
  readonly listen: (address?: Address) => Promise<Listening>;
};

/** Builds the reference implementation of a contract over a catalog. */
export function createStub(options: StubOptions): Stub {
  const { contract, catalog, lenient = [], mutants = [], prefix = '', seed } = options;
  const choices = { ...usualChoices, ...options.choices };
  const base = prefix.replace(/\/+$/, '');
  const setup = { contract, catalog, choices, source: createSource(seed), lenient: new Set(lenient) };
  const answer = createAnswer(setup, base);
  const transport = mutants.reduceRight<Transport>(
    (next, mutant) => mutant(next),
    async (call) => answer(call),
  );
  return { transport, choices, listen: (address) => listen(transport, base, address) };
}
