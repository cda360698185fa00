import type { Contract } from './contract/contract.ts';
import { loadContract } from './contract/load.ts';
import { Fault } from './fault.ts';
import { buildCatalog } from './stub/build-catalog.ts';
import type { Catalog } from './stub/catalog.ts';
import type { CatalogFile } from './stub/catalog-file.ts';
import type { Choices } from './stub/choices.ts';
import type { Resettable } from './stub/control/control.ts';
import { createStub, type Stub } from './stub/create.ts';
import { type Description, describe } from './stub/description.ts';
import { subscriptionIds } from './stub/examples.ts';
import type { FaultRequest } from './stub/faults/fault-request.ts';
import type { ArmedFault } from './stub/faults/faults.ts';
import type { NamedMutants } from './stub/faults/named-mutants.ts';
import { createFetch, type Fetch } from './stub/fetch.ts';
import type { Received, Wanted } from './stub/journal.ts';
import { loadCatalog } from './stub/load-catalog.ts';
import { choicesNamed, type NamedChoices } from './stub/read-choices.ts';

export type {
  CatalogFile,
  Choices,
  Description,
  FaultRequest,
  Fetch,
  NamedChoices,
  Received,
  Resettable,
  Wanted,
};

/** How a stub is to be; everything may be left out. */
export type StartOptions = {
  /** A catalog file or a folder of them, or what would stand in one; by default the shop that comes with assay. */
  readonly fixtures?: string | CatalogFile;
  /** How to choose where the contract is silent: by name, or point by point over the usual choices. */
  readonly choices?: NamedChoices | Partial<Choices>;
  /** Makes ids, secrets, the clock and chance repeatable. */
  readonly seed?: string | number;
  /** A path that all others stand under, such as `/api`. */
  readonly prefix?: string;
  /** False: no port is opened, and the stub is reached through its `fetch` alone. */
  readonly listen?: boolean | { readonly port?: number; readonly host?: string };
  /** Whether it can be controlled over HTTP as well, under `/__assay`. */
  readonly control?: boolean;
};

/** A fault that is armed until it is disposed of. */
export type Armed = Disposable & { readonly struck: () => number };

/** A stub that runs, until it is disposed of. */
export type RunningStub = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** `fetch` in process: no port, no network. Addresses may be relative to the base URL. */
  readonly fetch: Fetch;
  /** Ids a subscription can be made of. */
  readonly subscription: Readonly<Record<string, string>>;
  /** Operations, nodes with their ids, choices, and lines to try. */
  readonly description: Description;
  /** Arms a fault. */
  readonly fault: (request: FaultRequest) => Promise<Armed>;
  /** The requests it received, oldest first; secrets are hidden. */
  readonly requests: (wanted?: Wanted) => Received[];
  /** Takes it, or a part of it, back to its beginning. */
  readonly reset: (what?: Resettable) => void;
  /** Finishes what is in flight and stops. */
  readonly close: () => Promise<void>;
};

const [contract, shop] = await Promise.all([loadContract(), loadCatalog()]);

/**
 * Starts a stub for a test: `await using stub = await startStub()`.
 * Any number of them run side by side, each on a free port and with a memory of its own.
 */
export async function startStub(options: StartOptions = {}): Promise<RunningStub> {
  const { seed, prefix = '', listen = true, control = false } = options;
  const catalog = await catalogOf(options.fixtures);
  const choices = chosen(options.choices ?? 'usual');
  const stub = createStub({
    contract,
    catalog,
    choices,
    prefix,
    ...(seed === undefined ? {} : { seed }),
    control,
    namedMutants: mutantsFor(contract, catalog, choices, prefix),
  });
  const listening = listen === false ? undefined : await stub.listen(listen === true ? {} : listen);
  const close = async (): Promise<void> => listening?.close();
  const baseUrl = listening?.baseUrl ?? `http://localhost${prefix}`;
  return {
    baseUrl,
    fetch: createFetch(stub.transport, baseUrl),
    subscription: subscriptionIds(catalog),
    description: describe(contract, catalog, stub.choices, baseUrl),
    fault: (request) => arm(stub, request),
    requests: stub.journal.read,
    reset: stub.reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function catalogOf(fixtures: StartOptions['fixtures']): Promise<Catalog> {
  if (fixtures === undefined) return shop;
  return typeof fixtures === 'string'
    ? loadCatalog(fixtures, contract)
    : buildCatalog(fixtures, 'fixtures', contract);
}

function chosen(choices: NamedChoices | Partial<Choices>): Partial<Choices> {
  if (typeof choices !== 'string') return choices;
  const named = choicesNamed(choices);
  if (!named) throw new Fault(`the choices "${choices}" are unknown; write usual, contrary or random:SEED.`);
  return named;
}

async function arm({ faults }: Stub, request: FaultRequest): Promise<Armed> {
  const { id } = await faults.add(request);
  const find = (): ArmedFault | undefined => faults.list().find((fault) => fault.id === id);
  let struck = 0;
  return {
    struck: () => {
      struck = find()?.struck ?? struck;
      return struck;
    },
    [Symbol.dispose]: () => void faults.remove(id),
  };
}

/** The rules, and with them the mutants, are read only if a fault names one. */
const mutantsFor =
  (contract: Contract, catalog: Catalog, choices: Partial<Choices>, prefix: string): NamedMutants =>
  async () => {
    const { mutantsOfRules } = await import('./cli/stub-mutants.ts');
    return mutantsOfRules({ contract, catalog, choices, prefix })();
  };
