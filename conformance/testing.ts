import '../src/supported-node.ts';
import { readOptions } from '../src/contract/choices.ts';
import type { Contract } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load.ts';
import { idsOf, type OperationId } from '../src/contract/operations.ts';
import { UserError } from '../src/errors.ts';
import type { Json } from '../src/json/json.ts';
import { type Choices, choicesNamed, defaultChoices, type NamedChoices } from '../src/stub/choices.ts';
import { type Resettable, readResettable, readWanted } from '../src/stub/control.ts';
import { createStub, type Stub } from '../src/stub/create-stub.ts';
import type { Description } from '../src/stub/description.ts';
import { type ArmedFault, type FaultRequest, readFaultRequest } from '../src/stub/faults.ts';
import { createFetch, type Fetch } from '../src/stub/fetch.ts';
import { type Imitation, imitate, type NotImitated, readChoicesFile } from '../src/stub/imitation.ts';
import type { Received, Wanted } from '../src/stub/journal.ts';
import { createDelays } from '../src/stub/state.ts';
import { suggestion } from '../src/words.ts';
import type { StubChange } from './client/client-question.ts';
import { mutantsOf } from './client/session.ts';
import { questionsFor, variationId } from './client/variations.ts';
import type { KnownGood } from './core/target.ts';
import { mutantsOfRules } from './stub-target/rule-mutants.ts';
import { loadSampleData } from './stub-target/sample-data.ts';

export type { CollectionName, KnownGood } from './core/target.ts';
export type {
  ContractWithData,
  DeclaredData,
  RecordChange,
  SampleData,
  StubPart,
} from './stub-target/sample-data.ts';
export { samplePart } from './stub-target/sample-data.ts';
export type { WrittenRecord } from './target/collections.ts';
export type {
  Choices,
  Description,
  FaultRequest,
  Fetch,
  NamedChoices,
  NotImitated,
  Received,
  Resettable,
  Wanted,
};

/** The options of a stub; all are optional. */
export type StartOptions = {
  /** An OpenAPI file, or the folder of a contract; by default the contract that ships with assay. */
  readonly contract?: string;
  /** A file of sample data, a folder of them, or the content of one; by default those of the contract. */
  readonly fixtures?: string | object;
  /** What to do where the contract is silent: named choices, or changes to the default ones. */
  readonly choices?: NamedChoices | Partial<Choices>;
  /**
   * What the stub imitates where it can: the path or the content of a JSON report, a target file with choices, or a
   * choices file. `choices` take precedence.
   */
  readonly imitate?: string | object;
  /** Makes ids, secrets, the clock and chance repeatable. */
  readonly seed?: string | number;
  /** A prefix of all paths, such as `/api`. */
  readonly prefix?: string;
  /** False: no port is opened, and the stub can only be reached through its `fetch`. */
  readonly listen?: boolean | { readonly port?: number; readonly host?: string };
  /** Whether the stub can be controlled over HTTP as well, under `/__assay`. */
  readonly control?: boolean;
  /** A token with which it can be controlled from elsewhere as well. */
  readonly controlToken?: string;
  /** Whether `requests` shows who pays, and with what; tokens and secrets stay redacted. */
  readonly reveal?: boolean;
  /** The token that clients are to send; others are served all the same, and the journal tells them apart. */
  readonly expectedToken?: string;
};

/** A fault that is active until it is disposed; `struck` returns how often it has struck. */
export type Armed = Disposable & { readonly struck: () => number };

/** A stub that runs until it is disposed. */
export type RunningStub = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  /** `fetch` in process, without a port or a network. URLs may be relative to the base URL. */
  readonly fetch: Fetch;
  /** Values that it accepts in requests, by operation: what `known` in a target file declares. */
  readonly known: Readonly<Record<OperationId, KnownGood>>;
  /** The token that a test should send with each operation. Unless the choice `tokens` is `own`, any other is served, too. */
  readonly tokens: Description['tokens'];
  /** Operations, collections with their ids, choices, and commands to try. */
  readonly description: Description;
  /** Where it differs from what it imitates. */
  readonly notImitated: readonly NotImitated[];
  /** Adds a fault. */
  readonly fault: (request: FaultRequest) => Promise<Armed>;
  /** The requests received, oldest first; secrets are redacted. */
  readonly requests: (wanted?: Wanted) => Received[];
  /** Resets the stub, or a part of it. */
  readonly reset: (what?: Resettable) => void;
  /** Finishes pending requests and stops. */
  readonly close: () => Promise<void>;
};

const optionNames = [
  'contract',
  'fixtures',
  'choices',
  'imitate',
  'seed',
  'prefix',
  'listen',
  'control',
  'controlToken',
  'reveal',
  'expectedToken',
] as const satisfies readonly (keyof StartOptions)[];

/** Checks the names of options, since a test in JavaScript has no types. */
function mustBeKnown(of: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UserError(`${of} has no option "${unknown}"; ${suggestion(unknown, known)}`);
}

const queryOfWanted = (wanted: Wanted): URLSearchParams =>
  new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );

/**
 * Starts a stub for a test: `await using stub = await startStub()`.
 * Any number of stubs can run at the same time, each on a free port and with its own state.
 */
export const startStub = (options: StartOptions = {}): Promise<RunningStub> => startChanged(options, {});

/** One variation of a conforming server, as `assay client` tries it. */
export type Variation = {
  /** Such as `default-page-size=25`. */
  readonly name: string;
  /** The question of its choice. */
  readonly asks: string;
  /** `resilience`: about a transient failure, or about what few servers do. */
  readonly part: 'choice' | 'resilience';
  /** Starts a stub of this variation. */
  readonly start: (options?: StartOptions) => Promise<RunningStub>;
};

/**
 * Every variation of a conforming server, one for each option of each choice. Test runners need names before a stub
 * runs, so each starts its own: `await using stub = await variation.start()`.
 *
 * @param contract An OpenAPI file, or the folder of a contract; by default the contract that ships with assay.
 */
export const variations = async (contract?: string): Promise<Variation[]> =>
  questionsFor(await contractAt(contract)).flatMap(({ id, asks, part, others }) =>
    others.map(({ name, served }) => ({
      name: variationId(id, name),
      asks,
      part,
      start: (options: StartOptions = {}) =>
        startChanged({ ...(contract === undefined ? {} : { contract }), ...options }, served),
    })),
  );

const contractAt = (openapi: string | undefined): Promise<Contract> =>
  loadContract(openapi === undefined ? {} : { openapi });

async function startChanged(options: StartOptions, served: StubChange): Promise<RunningStub> {
  mustBeKnown('startStub', options, optionNames);
  if (typeof options.listen === 'object') mustBeKnown('listen', options.listen, ['port', 'host']);
  const { seed, listen = true, control = false, reveal = false, controlToken, expectedToken } = options;
  const prefix = `${served.prefix ?? ''}${options.prefix ?? ''}`;
  const given = await loadSampleData(await contractAt(options.contract), options.fixtures);
  const filled = served.records ? given.parts.withRecords(given.contract, served.records([])) : given;
  const { contract, parts } = filled;
  const { choices: imitated, notImitated } = await imitationOf(contract, options.imitate);
  const chosen = options.choices === undefined ? {} : chosenIn(contract, options.choices);
  const choices = { ...imitated, ...chosen, ...served.choices };
  const delays = createDelays();
  const stub = createStub({
    ...filled,
    choices,
    prefix,
    mutants: mutantsOf({ ...served, prefix }, contract, delays),
    ...(seed === undefined ? {} : { seed }),
    control,
    reveal,
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(expectedToken === undefined ? {} : { expectedToken }),
    namedMutants: mutantsOfRules({ ...filled, choices, prefix }),
  });
  const listening = listen === false ? undefined : await stub.listen(listen === true ? {} : listen);
  const close = async (): Promise<void> => {
    delays.end();
    await listening?.close();
  };
  const baseUrl = listening?.baseUrl ?? `http://localhost${prefix}`;
  const description = stub.describe(baseUrl);
  return {
    baseUrl,
    fetch: createFetch(stub.transport, baseUrl),
    known: Object.fromEntries(
      Object.entries(parts.declared(contract, choices).known ?? {}).map(([id, sets = []]) => [
        id,
        [sets].flat()[0] ?? {},
      ]),
    ),
    description,
    notImitated: notImitated.filter(({ choice }) => !Object.hasOwn(chosen, choice)),
    tokens:
      expectedToken === undefined
        ? description.tokens
        : (Object.fromEntries(idsOf(contract).map((id) => [id, expectedToken])) as Description['tokens']),
    fault: (request) => addFault(contract, stub, request),
    requests: (wanted = {}) => stub.journal.read(readWanted(contract, queryOfWanted(wanted))),
    reset: (what = 'all') => stub.reset(readResettable(what)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function imitationOf(contract: Contract, given: StartOptions['imitate']): Promise<Imitation> {
  if (given === undefined) return { choices: defaultChoices(contract), notImitated: [] };
  return typeof given === 'string'
    ? readChoicesFile(contract, given)
    : imitate(contract, given, () => 'what is to be imitated');
}

function chosenIn(contract: Contract, choices: NamedChoices | Partial<Choices>): Partial<Choices> {
  if (typeof choices !== 'string')
    return Object.fromEntries(
      readOptions(contract, choices, () => 'the choices of startStub'),
    ) as Partial<Choices>;
  const named = choicesNamed(contract, choices);
  if (!named)
    throw new UserError(
      `the choices "${choices}" are unknown; write \`default\`, \`contrary\` or \`random:SEED\`.`,
    );
  return named;
}

async function addFault(contract: Contract, { faults }: Stub, request: FaultRequest): Promise<Armed> {
  // Checked as over HTTP, since a test in JavaScript has no types.
  const { id } = await faults.add(readFaultRequest(contract, request as object as Json));
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
