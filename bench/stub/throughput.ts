import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Contender, contenders } from './contenders.ts';
import type { TrialControls } from './grounds.ts';
import type { Carried, Load } from './load.ts';
import { get, post } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { ratios, type Spread, spread } from './statistics.ts';

/** How a contender did with one kind of request. */
export type Throughput = {
  readonly name: string;
  /** Requests a second. */
  readonly rate: Spread;
  /** The rate divided by the bare server's of the same round. */
  readonly ratio: Spread;
  /** Processor time of the server for a request, the bare server's divided by it: what noise touches least. */
  readonly processor: Spread;
  readonly bytesPerReply: number;
  readonly statuses: Readonly<Record<string, number>>;
};

type Runner = { readonly contender: Contender; readonly server: Server; readonly rounds: Round[] };
type Round = Carried & { readonly processor: number };

/** Measures every contender with one kind of request, in rounds that take turns. */
export async function measureThroughput(
  grounds: TrialControls,
  kind: 'page' | 'create',
  rounds: number,
): Promise<Throughput[]> {
  await using stack = new AsyncDisposableStack();
  const runners: Runner[] = [];
  for (const contender of contenders) {
    const server = await startServer((port) => contender.words(port, grounds), grounds.listing);
    runners.push({ contender, server: stack.use(server), rounds: [] });
  }
  const { listing, subscribing, body } = grounds;
  const request = kind === 'page' ? get(`${listing}?page%5Blimit%5D=100`) : post(subscribing, body);
  // What the runtime compiles, it is to have compiled.
  for (const { contender, server } of runners)
    await carry({ ...load(server, request), requests: 3 * contender.most });
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % runners.length;
    for (const { contender, server, rounds: done } of [...runners.slice(turn), ...runners.slice(0, turn)]) {
      const before = server.processor();
      const carried = await carry({ ...load(server, request), requests: contender.most });
      done.push({ ...carried, processor: (server.processor() - before) / carried.requests });
    }
  }
  const [bare] = runners.map(({ rounds: done }) => done);
  return runners.map(({ contender, rounds: done }) => sumUp(contender.name, done, bare ?? []));
}

function sumUp(name: string, rounds: readonly Round[], bare: readonly Round[]): Throughput {
  const rate = ({ requests, seconds }: Round): number => requests / seconds;
  const [last] = rounds.slice(-1);
  return {
    name,
    rate: spread(rounds.map(rate)),
    ratio: ratios(rounds.map(rate), bare.map(rate)),
    processor: ratios(
      bare.map(({ processor }) => processor),
      rounds.map(({ processor }) => processor),
    ),
    bytesPerReply: last?.bytesPerReply ?? 0,
    statuses: last?.statuses ?? {},
  };
}

const load = ({ port }: Server, request: string): Omit<Load, 'requests'> => ({
  port,
  request,
  connections: 8,
});

/** Carries a load from a process of its own. */
export async function carry(of: Load): Promise<Carried> {
  const script = new URL('load.ts', import.meta.url).pathname;
  const words = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(of)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 120_000 });
  return JSON.parse(stdout);
}
