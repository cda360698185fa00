import type { Contract } from '../contract/contract.ts';
import type { Mutant, Transport } from '../http/exchange.ts';
import { ownToken } from './authorization.ts';
import { type Choices, readBy, withDefaults } from './choices.ts';
import { createOwnRoutes, type Resettable } from './control.ts';
import { type Description, describeStub } from './description.ts';
import { createFaults, type Faults, type NamedMutants, noMutants } from './faults.ts';
import { createJournal, type Journal, notify, type Served } from './journal.ts';
import { type Address, type Listening, listen } from './listen.ts';
import type { ContractParts } from './operation.ts';
import { allowOrigins, applyPreferences } from './preferences.ts';
import { createResponder } from './respond.ts';
import { createOperationOf } from './routes.ts';
import { partsOfSamples } from './samples.ts';
import { createDelays, createIdsAndClock, createMemory } from './state.ts';

/** What a stub is created from. */
export type StubOptions = {
  readonly contract: Contract;
  /** What the contract adds; by default, sample data are served as each kind of operation serves them. */
  readonly parts?: ContractParts;
  /** The choices that differ from the default ones. */
  readonly choices?: Partial<Choices>;
  /** Mutants in front of the stub, the outermost first. */
  readonly mutants?: readonly Mutant[];
  /** A prefix of all paths, such as `/api`. */
  readonly prefix?: string;
  /** Makes ids, secrets and the clock repeatable. */
  readonly seed?: string | number;
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead?: number;
  /** Whether the stub can be controlled over HTTP, from its own machine. */
  readonly control?: boolean;
  /** Allows control from other machines, such as from outside a container. */
  readonly controlToken?: string;
  /** The token that clients should send. Others are accepted too, and the journal tells them apart. */
  readonly expectedToken?: string;
  readonly namedMutants?: NamedMutants;
  /** Whether to keep a journal of requests; true by default. It takes time, which is wasted if nobody can read it. */
  readonly journal?: boolean;
  /** Whether the journal shows values that are secret, but no credentials. */
  readonly reveal?: boolean;
  /** Called after every request. */
  readonly onServed?: (served: Served) => void;
};

/** The reference implementation of the interface. */
export type Stub = {
  /** The stub in process. Targets are full paths, prefix included. */
  readonly transport: Transport;
  readonly choices: Choices;
  readonly faults: Omit<Faults, 'transport'>;
  readonly journal: Omit<Journal, 'write'>;
  /** Resets the stub, or a part of it. */
  readonly reset: (what?: Resettable) => void;
  /** Serves other data from the next request on. Created records are kept. */
  readonly serve: (parts: ContractParts) => void;
  /** Describes the stub at a base URL. */
  readonly describe: (baseUrl: string) => Description;
  /** Serves the stub over HTTP, by default on a free port of the loopback interface. */
  readonly listen: (address?: Address) => Promise<Listening>;
};

/** Creates a stub in this process; `listen` serves it over HTTP. Wrong choices are a `UserError`. */
export function createStub(options: StubOptions): Stub {
  const { contract, mutants = [], seed, namedMutants = noMutants, onServed } = options;
  const taken = withDefaults(contract, options.choices);
  const choices = contract.stub ? readBy(contract.stub.file, taken) : taken;
  const prefix = (options.prefix ?? '').replace(/\/+$/, '');
  const operationOf = createOperationOf(contract, prefix);
  let setup = {
    contract,
    parts: options.parts ?? partsOfSamples(contract),
    choices,
    source: createIdsAndClock(seed, {
      ...(options.ahead === undefined ? {} : { ahead: options.ahead }),
      areOtherIds: choices['created-ids'] === 'other',
    }),
    memory: createMemory(),
  };
  const delays = createDelays();
  let respond = createResponder(setup, prefix);

  const faulty = mutants.reduceRight<Transport>(
    (next, mutant) => mutant(next, contract),
    async (request) => respond(request),
  );
  const faults = createFaults({
    next: faulty,
    contract,
    choices,
    delays,
    operationOf,
    seed: seed ?? 'assay',
    namedMutants,
  });
  const journal = createJournal(
    contract,
    operationOf,
    (operation) => (choices.tokens === 'own' ? ownToken(operation) : options.expectedToken),
    options.reveal ?? false,
  );
  const listeners = [...(options.journal === false ? [] : [journal.write]), ...(onServed ? [onServed] : [])];
  const served = allowOrigins(notify(...listeners)(applyPreferences(choices, delays)(faults.transport)));

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

  const controlled = options.control
    ? { faults, journal, namedMutants, reset, setTime: setup.source.setTime }
    : undefined;
  const describeAt = (baseUrl: string): Description => describeStub(setup, baseUrl);
  const ownRoutes = {
    served: () => setup,
    prefix,
    describe: describeAt,
    controlled,
    controlToken: options.controlToken,
  };
  const local = createOwnRoutes(ownRoutes, 'local')(served);
  const remote = createOwnRoutes(ownRoutes, 'remote')(served);
  return {
    transport: local,
    choices: taken,
    faults,
    journal,
    reset,
    serve: (parts) => {
      setup = { ...setup, parts };
      respond = createResponder(setup, prefix);
    },
    describe: describeAt,
    listen: (address) => listen({ local, remote }, delays, prefix, address),
  };
}
