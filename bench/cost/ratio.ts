import { createCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { HttpRequest, Transport } from '../../src/http/exchange.ts';
import { network } from '../../src/http/network.ts';
import { replay } from './replay.ts';
import { startServer } from './server.ts';
import { type Spread, spreadOf } from './spread.ts';

const connections = 8;

/** What a check costs beside its requests. */
type Ratio = {
  readonly checkMs: Spread;
  readonly replayMs: Spread;
  readonly ratio: Spread;
};

/** Checks the stub and replays the same requests bare, by turns, each round on a fresh server. */
export async function measureRatio(rounds: number): Promise<Ratio> {
  const contract = await loadContract();
  const ruleSet = await loadRuleSet(contract);
  const pairs: { check: number; bare: number }[] = [];
  for (let round = -1; round < rounds; round += 1) {
    await using server = await startServer();
    const { baseUrl } = server.file;
    const requests: HttpRequest[] = [];
    const { transport, close } = network(baseUrl, { connections, timeout: 10_000 });
    const recorded: Transport = (request) => {
      requests.push(request);
      return transport(request);
    };
    const target = resolveTarget(contract, server.file, baseUrl);
    const begin = performance.now();
    const { run } = await createCheck({ contract, ruleSet, target }, { concurrency: connections });
    await run(recorded);
    const check = performance.now() - begin;
    await close();
    const bare = await replay(baseUrl, requests, connections);
    // The first round warms up and is not counted.
    if (round >= 0) pairs.push({ check, bare });
  }
  return {
    checkMs: spreadOf(pairs.map(({ check }) => check)),
    replayMs: spreadOf(pairs.map(({ bare }) => bare)),
    ratio: spreadOf(pairs.map(({ check, bare }) => check / bare)),
  };
}
