import { setTimeout as sleep } from 'node:timers/promises';
import { type Contender, contenders } from './contenders.ts';
import type { TrialControls } from './grounds.ts';
import { startServer } from './server.ts';
import { ratios, type Spread, spread } from './statistics.ts';

/** How a server starts, and what it takes when nobody asks for anything. */
export type Start = {
  readonly name: string;
  /** From the start of the process to the end of its first response, a page of 100 products. */
  readonly ms: Spread;
  /** The same, divided by that of the bare server of the same round. */
  readonly ratio: Spread;
  /** Processor time until then, divided as well: what noise touches least. */
  readonly processor: Spread;
  /** MiB after the first response and a moment of rest. */
  readonly memory: Spread;
};

type Begun = { readonly ms: number; readonly processor: number; readonly memory: number };

/** Starts the bare server and the stub by turns; the first start of each, which finds nothing compiled, is not counted. */
export async function measureStart(grounds: TrialControls, rounds: number): Promise<Start[]> {
  const runners = contenders()
    .slice(0, 2)
    .map((contender) => ({ contender, begun: [] as Begun[] }));
  for (const { contender } of runners) await begin(contender, grounds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, begun } of round % 2 === 0 ? runners : runners.toReversed())
      begun.push(await begin(contender, grounds));
  }
  const times = runners.map(({ begun }) => begun.map(({ ms }) => ms));
  const processors = runners.map(({ begun }) => begun.map(({ processor }) => processor));
  return runners.map(({ contender, begun }, index) => ({
    name: contender.name,
    ms: spread(times[index] ?? []),
    ratio: ratios(times[index] ?? [], times[0] ?? []),
    processor: ratios(processors[index] ?? [], processors[0] ?? []),
    memory: spread(begun.map(({ memory }) => memory)),
  }));
}

async function begin({ words }: Contender, grounds: TrialControls): Promise<Begun> {
  const first = `${grounds.listing}?page%5Blimit%5D=100`;
  await using server = await startServer((port) => words(port, grounds), first);
  const processor = server.processor();
  await sleep(300);
  return { ms: server.readyMs, processor, memory: server.memory() };
}
