import type { Carried } from '../stub/load.ts';
import { type Server, startServer } from '../stub/server.ts';
import { ratios, type Spread, spread } from '../stub/statistics.ts';
import { carry } from '../stub/throughput.ts';
import { type Contender, contenders } from './contenders.ts';

/** How a contender did: each number beside that of the bare proxy in the same round. */
export type Measured = {
  readonly name: string;
  /** Requests a second over eight connections. */
  readonly rate: Spread;
  readonly rateToBare: Spread;
  /** The best round to the best of the bare proxy: what a machine that does other things disturbs least. */
  readonly bestToBest: number;
  /** Milliseconds a request over one connection. */
  readonly latency: Spread;
  readonly latencyToBare: Spread;
  /** Processor time for a request over eight connections, of all threads, the bare proxy's divided by it. */
  readonly processor: Spread;
  readonly statuses: Readonly<Record<string, number>>;
  /** What the proxy says of what it judged. */
  readonly judged: string;
};

type Round = { readonly busy: Carried; readonly calm: Carried; readonly processor: number };
type Runner = { readonly contender: Contender; readonly server: Server; readonly rounds: Round[] };

/** Measures every contender in front of the same server, in rounds that take turns. */
export async function measure(
  upstream: number,
  path: string,
  request: string,
  rounds: number,
): Promise<Measured[]> {
  await using stack = new AsyncDisposableStack();
  const runners: Runner[] = [];
  for (const contender of contenders) {
    const server = await startServer((port) => contender.words(port, upstream), path);
    runners.push({ contender, server: stack.use(server), rounds: [] });
  }
  const go = ({ contender, server }: Runner, connections: number, requests: number): Promise<Carried> =>
    carry({ port: server.port, request, connections, requests: Math.min(requests, contender.most) });
  // What the runtime compiles, it is to have compiled.
  for (const runner of runners) await go(runner, 8, 3000);
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % runners.length;
    for (const runner of [...runners.slice(turn), ...runners.slice(0, turn)]) {
      // Whoever still judges what came before is not to disturb the next.
      await allJudged(runner);
      const calm = await go(runner, 1, 200);
      await allJudged(runner);
      const before = runner.server.processor();
      const busy = await go(runner, 8, 1500);
      runner.rounds.push({ calm, busy, processor: (runner.server.processor() - before) / busy.requests });
    }
  }
  const [bare] = runners.map(({ rounds: done }) => done);
  return await Promise.all(runners.map((runner) => sumUp(runner, bare ?? [])));
}

async function sumUp({ contender, server, rounds }: Runner, bare: readonly Round[]): Promise<Measured> {
  const rate = ({ busy }: Round): number => busy.requests / busy.seconds;
  const latency = ({ calm }: Round): number => (1000 * calm.seconds) / calm.requests;
  return {
    name: contender.name,
    rate: spread(rounds.map(rate)),
    rateToBare: ratios(rounds.map(rate), bare.map(rate)),
    bestToBest: Math.max(...rounds.map(rate)) / Math.max(...bare.map(rate)),
    latency: spread(rounds.map(latency)),
    latencyToBare: ratios(rounds.map(latency), bare.map(latency)),
    processor: ratios(
      bare.map(({ processor }) => processor),
      rounds.map(({ processor }) => processor),
    ),
    statuses: rounds.at(-1)?.busy.statuses ?? {},
    judged: await saysOf(server, contender),
  };
}

/** Waits until a contender has judged what passed: the page of findings is made of all of it. */
async function allJudged({ contender, server }: Runner): Promise<void> {
  if (contender.judges) await pageOf(server);
}

/** What the page of findings says of how many exchanges were judged. */
async function saysOf(server: Server, { judges }: Contender): Promise<string> {
  if (!judges) return '';
  const page = await pageOf(server);
  const [, judged = '0'] = /<dt>judged<\/dt><dd>([\d,]+)/.exec(page) ?? [];
  const [, missed = '0'] = /([\d,]+) exchanges? not judged/.exec(page) ?? [];
  return `${judged}, and ${missed} not`;
}

const pageOf = async ({ port }: Server): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/__assay`)).text();
