import type { Contract } from '../contract/contract.ts';
import type { Mutant, Reply, Transport } from '../wire/exchange.ts';
import { createAnswer } from './answer.ts';
import type { Catalog } from './catalog.ts';
import { type Choices, usualChoices } from './choices.ts';
import type { Controlled, Resettable } from './control/control.ts';
import { allowOrigins } from './cors.ts';
import { type Description, describe } from './description.ts';
import { openDesk } from './desk.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { type NamedMutants, noMutants } from './faults/named-mutants.ts';
import { createJournal, type Journal } from './journal.ts';
import { type Address, type Listening, listen } from './listen.ts';
import { createLocate } from './locate.ts';
import { createMemory } from './memory.ts';
import { grantPreferences } from './prefer.ts';
import { createRecognise } from './recognise.ts';
import { createRooms } from './rooms.ts';
import { type Served, tell } from './served.ts';
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
  /** Whether it can be controlled over HTTP, from its own machine. */
  readonly control?: boolean;
  /** Breaches of the contract that faults may name. */
  readonly namedMutants?: NamedMutants;
  /** Whether requests are kept to be read, as they are if nothing is said: where nobody can read them, it costs time. */
  readonly journal?: boolean;
  /** Is told of every request. */
  readonly onServed?: (served: Served) => void;
};

/** The reference implementation of the interface. */
export type Stub = {
  /** The stub in process. Targets are whole paths, the prefix included. */
  readonly transport: Transport;
  readonly choices: Choices;
  readonly faults: Omit<Faults, 'transport'>;
  readonly journal: Omit<Journal, 'write'>;
  /** Takes it, or a part of it, back to its beginning. */
  readonly reset: (what?: Resettable) => void;
  /** Serves another catalog from the next request on. What was created stays. */
  readonly serve: (catalog: Catalog) => void;
  /** All there is to say about the stub as it is reached at a base URL. */
  readonly describe: (baseUrl: string) => Description;
  /** Serves the stub over HTTP, by default on a free port of the loopback address. */
  readonly listen: (address?: Address) => Promise<Listening>;
};

/** Builds the reference implementation of a contract over a catalog. */
export function createStub(options: StubOptions): Stub {
  const { contract, lenient = [], mutants = [], seed, namedMutants = noMutants, onServed } = options;
  const choices = { ...usualChoices, ...options.choices };
  const prefix = (options.prefix ?? '').replace(/\/+$/, '');
  const recognise = createRecognise(contract, prefix);
  const setup = {
    contract,
    choices,
    source: createSource(seed),
    memory: createMemory(),
    rooms: createRooms(),
    locate: createLocate(contract),
    lenient: new Set(lenient),
  };
  let { catalog } = options;
  let answer = createAnswer({ ...setup, catalog }, prefix);

  const faulty = mutants.reduceRight<Transport>(
    (next, mutant) => mutant(next),
    async (call) => answer(call),
  );
  const faults = createFaults({ next: faulty, choices, recognise, seed: seed ?? 'assay', namedMutants });
  const journal = createJournal(recognise);
  const listeners = [...(options.journal === false ? [] : [journal.write]), ...(onServed ? [onServed] : [])];
  const served = allowOrigins(tell(...listeners)(grantPreferences(choices)(faults.transport)));

  const resets: Record<Exclude<Resettable, 'all'>, () => void> = {
    data: () => {
      setup.source.restart();
      setup.memory.clear();
    },
    journal: journal.clear,
    faults: faults.clear,
  };
  const reset = (what: Resettable = 'all'): void => {
    if (what === 'all') for (const one of Object.values(resets)) one();
    else resets[what]();
  };

  const controlled: Controlled | undefined = options.control
    ? { faults, journal, namedMutants, reset }
    : undefined;
  const describeAt = (baseUrl: string): Description => describe(contract, catalog, choices, baseUrl);
  const desk = { contract, prefix, describe: describeAt, controlled };
  /** A mutant may keep a reply and show it again; nothing else does. */
  const onSent = ({ body }: Reply): void => {
    if (mutants.length === 0 && faults.list().length === 0) setup.rooms.giveBack(body);
  };
  const local = openDesk(desk, 'local')(served);
  const remote = openDesk(desk, 'remote')(served);
  return {
    transport: local,
    choices,
    faults,
    journal,
    reset,
    serve: (other) => {
      answer = createAnswer({ ...setup, catalog: other }, prefix);
      catalog = other;
    },
    describe: describeAt,
    listen: (address) => listen({ local, remote, onSent }, prefix, address),
  };
}
