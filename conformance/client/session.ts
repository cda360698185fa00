import { type Contract, operationIds } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import type { Catalog } from '../../src/stub/catalog/catalog.ts';
import type { FaultEffect } from '../../src/stub/middleware/faults/fault-request.ts';
import { createStub, type Stub, type StubOptions } from '../../src/stub/server/create-stub.ts';
import type { StubChange } from './question.ts';

/** What every stub of a run is created from. */
export type StubParts = {
  readonly contract: Contract;
  readonly catalog: Catalog;
};

/** A stub that listens, and what it was sent so far. */
export type Session = AsyncDisposable & {
  /** Prefix included. */
  readonly baseUrl: string;
  readonly prefix: string;
  readonly exchanges: readonly Exchange[];
  /** How many requests there were; of many, the last ones are not kept. */
  readonly count: () => number;
};

/** How many exchanges are kept of a run, and how many bytes of them. */
const [mostKept, mostBytes] = [5000, 64 * 2 ** 20];

/** Starts a stub on a free port that answers as it is told. */
export async function openSession(
  setting: StubParts,
  served: StubChange,
  baseline: readonly Exchange[] = [],
): Promise<Session> {
  const exchanges: Exchange[] = [];
  let [count, bytes] = [0, 0];
  const stub = stubOf(setting, served, baseline, {
    onServed: ({ call, reply }) => {
      count += 1;
      bytes += 'body' in reply ? reply.body.byteLength : 0;
      if (exchanges.length < mostKept && bytes < mostBytes) exchanges.push({ call, reply });
    },
  });
  if (served.fault) await addFaults(stub.faults, served.fault);
  const { baseUrl, close } = await stub.listen();
  return {
    baseUrl,
    prefix: served.prefix ?? '',
    exchanges,
    count: () => count,
    [Symbol.asyncDispose]: close,
  };
}

/** Lets something happen once to each operation. */
export async function addFaults(faults: Stub['faults'], effect: FaultEffect): Promise<void> {
  for (const operation of operationIds) await faults.add({ ...effect, operation, times: 1 });
}

/** Creates a stub that answers as it is told; `baseline` is what the client sent by default. */
export function stubOf(
  { contract, catalog }: StubParts,
  { choices, prefix, catalog: change, middleware }: StubChange,
  baseline: readonly Exchange[],
  options: Partial<StubOptions>,
): Stub {
  return createStub({
    contract,
    catalog: change ? change(catalog, baseline) : catalog,
    journal: false,
    ...(choices ? { choices } : {}),
    ...(prefix === undefined ? {} : { prefix }),
    ...(middleware ? { mutants: [middleware] } : {}),
    ...options,
  });
}
