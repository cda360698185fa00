import type { Contract } from '../../src/contract/contract.ts';
import { idsOf } from '../../src/contract/operations.ts';
import type { Exchange, Middleware, Mutant } from '../../src/http/exchange.ts';
import { defaultChoices } from '../../src/stub/choices.ts';
import { createStub, type Stub, type StubOptions } from '../../src/stub/create-stub.ts';
import { createFaults, type FaultEffect, noMutants } from '../../src/stub/faults.ts';
import { createOperationOf } from '../../src/stub/routes.ts';
import { createDelays, type Delays } from '../../src/stub/state.ts';
import { counted } from '../../src/words.ts';
import { mutantsOfRules } from '../stub-target/rule-mutants.ts';
import type { ContractWithData } from '../stub-target/sample-data.ts';
import type { StubChange } from './client-question.ts';
import { createPagingGuard } from './endless-pages.ts';
import type { runCommand } from './run-command.ts';

export type StubParts = ContractWithData & {
  /** Whether the team gave the sample data: its tests may count on what is in them. */
  readonly isOwnCatalog?: boolean;
  /** How a command may control the stub of each run over HTTP; absent if it may not. */
  readonly control?: {
    /** Whether the journal shows values that are secret, but no credentials. */
    readonly reveal: boolean;
  };
};

/** A request that a stub received, with its response and its number, counted from 1. */
type NumberedExchange = Exchange & { readonly number: number };

type Session = AsyncDisposable & {
  readonly baseUrl: string;
  readonly prefix: string;
  readonly exchanges: readonly NumberedExchange[];
  /** How many requests there were; of many, the last ones are only kept if they were rejected. */
  readonly count: () => number;
  /** When the last response was sent, in milliseconds of the process; undefined if there was none. */
  readonly lastAt: () => number | undefined;
  /** Aborted, with the reason in a sentence, if the client asks for the same page for ever. */
  readonly endless: AbortSignal;
};

/** How many exchanges are kept of a run, and how many bytes of them. */
const [mostKept, mostBytes] = [5000, 64 * 2 ** 20];

async function openSession(
  setting: StubParts,
  served: StubChange,
  baseline: readonly Exchange[],
): Promise<Session> {
  const exchanges: NumberedExchange[] = [];
  let [count, bytes] = [0, 0];
  let lastAt: number | undefined;
  const endless = new AbortController();
  const watchPages = createPagingGuard(setting.contract, (why) => endless.abort(why));
  const delays = createDelays();
  const stub = stubOf(setting, served, baseline, {
    ...controlOf(setting, served),
    mutants: mutantsOf(served, setting.contract, delays),
    onServed: ({ request, response }) => {
      count += 1;
      lastAt = performance.now();
      watchPages({ request, response });
      bytes += 'body' in response ? response.body.byteLength : 0;
      const isRejected = 'status' in response && response.status >= 400 && exchanges.length < 2 * mostKept;
      if (isRejected || (exchanges.length < mostKept && bytes < mostBytes))
        exchanges.push({ request, response, number: count });
    },
  });
  const { baseUrl, close } = await stub.listen();
  return {
    baseUrl,
    prefix: served.prefix ?? '',
    exchanges,
    count: () => count,
    lastAt: () => lastAt,
    endless: endless.signal,
    [Symbol.asyncDispose]: async () => {
      delays.end();
      await close();
    },
  };
}

const controlOf = (
  { contract, parts, control }: StubParts,
  { choices = {}, prefix = '' }: StubChange,
): Partial<StubOptions> =>
  control
    ? {
        control: true,
        journal: true,
        reveal: control.reveal,
        namedMutants: mutantsOfRules({ contract, parts, choices, prefix }),
      }
    : {};

/**
 * Lets something happen once to each operation. It is not one of the faults of the stub that a test may add, list and remove: a
 * test that resets its stub would remove it.
 */
function onceEach(effect: FaultEffect, contract: Contract, prefix: string, delays: Delays): Middleware {
  return (next) => {
    const faults = createFaults({
      next,
      contract,
      choices: defaultChoices(contract),
      delays,
      operationOf: createOperationOf(contract, prefix),
      seed: 'assay',
      namedMutants: noMutants,
    });
    const added = Promise.all(
      idsOf(contract).map((operation) => faults.add({ ...effect, operation, times: 1 })),
    );
    return async (request) => {
      await added;
      return faults.transport(request);
    };
  };
}

/** The changes to responses that a stub is created with; `delays` is to be ended with the stub. */
export const mutantsOf = (
  { middleware, fault, prefix = '' }: StubChange,
  contract: Contract,
  delays: Delays,
): Mutant[] => [
  ...(fault ? [onceEach(fault, contract, prefix, delays)] : []),
  ...(middleware ? [middleware] : []),
];

/** Creates a stub with a change; `baseline` is what the client sent by default. */
export function stubOf(
  { contract, parts }: StubParts,
  served: StubChange,
  baseline: readonly Exchange[],
  options: Partial<StubOptions>,
): Stub {
  const { choices, prefix, ahead, records: change } = served;
  return createStub({
    ...(change ? parts.withRecords(contract, change(baseline)) : { contract, parts }),
    journal: false,
    ...(choices ? { choices } : {}),
    ...(prefix === undefined ? {} : { prefix }),
    ...(ahead === undefined ? {} : { ahead }),
    mutants: mutantsOf(served, contract, createDelays()),
    ...options,
  });
}

export type CommandRun = Awaited<ReturnType<typeof runCommand>> & {
  readonly exchanges: readonly NumberedExchange[];
  readonly prefix: string;
  readonly count: number;
  /** Whether it was stopped because it asked for the same page for ever. */
  readonly isEndless: boolean;
};

type CommandUnderWay = { readonly name: string; readonly since: number; readonly session: Session };

type SessionTerms = {
  readonly run: (baseUrl: string, signal: AbortSignal) => ReturnType<typeof runCommand>;
  readonly signal?: AbortSignal;
};

export async function runOn(
  setting: StubParts,
  served: StubChange,
  baseline: readonly Exchange[],
  { run, signal }: SessionTerms,
  name: string,
  running: Set<CommandUnderWay>,
): Promise<CommandRun> {
  await using session: Session = await openSession(setting, served, baseline);
  const { baseUrl, endless, exchanges, prefix, count } = session;
  const underWay: CommandUnderWay = { name, since: performance.now(), session };
  running.add(underWay);
  try {
    const ended = await run(baseUrl, AbortSignal.any([endless, ...(signal ? [signal] : [])]));
    const how = endless.aborted ? { passed: false, how: String(endless.reason) } : {};
    return {
      ...ended,
      ...how,
      exchanges: [...exchanges],
      prefix,
      count: count(),
      isEndless: endless.aborted,
    };
  } finally {
    running.delete(underWay);
  }
}

const slow = 5000;

/** What a run waits for at the moment: the run that began first, and since when it sent nothing, if it is slow. */
export function waitingFor(running: ReadonlySet<CommandUnderWay>): string {
  const [first] = running;
  if (!first) return '';
  const { name, since, session } = first;
  const now = performance.now();
  if (now - since < slow) return name;
  const seconds = (from: number): string => `${Math.round((now - from) / 1000)} s`;
  const lastAt = session.lastAt();
  const last = lastAt === undefined ? '' : `, the last one ${seconds(lastAt)} ago`;
  return `${name}: the command runs for ${seconds(since)}; ${counted(session.count(), 'request')}${last}`;
}
