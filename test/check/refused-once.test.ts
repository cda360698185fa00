import { expect, it } from 'vitest';
import { catalogue, contract, honest, target } from '../../conformance/proof/ground.ts';
import { run } from '../../conformance/runner/run.ts';
import type { Mutant, Reply } from '../../src/http/exchange.ts';

const challenge: Reply = {
  status: 403,
  headers: [['content-type', 'text/html']],
  body: Buffer.from('<title>Just a moment…</title>'),
  ms: 1,
};

/** Something in front of the server takes one of the creations for a robot's. */
const suspecting =
  (turn: number): Mutant =>
  (next) => {
    let creations = 0;
    return async (call) => {
      if (call.method === 'POST') creations += 1;
      return call.method === 'POST' && creations === turn ? challenge : next(call);
    };
  };

it('a single creation that is left outside, whichever it is, is held against nobody', async () => {
  for (let turn = 1; turn <= 116; turn += 3) {
    const transport = suspecting(turn)(honest());
    const { results } = await run({ contract, catalogue, target, transport, nonce: 'a55a4000' });
    const failed = results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
    expect(
      failed.map(({ rule }) => rule),
      `creation ${turn}`,
    ).toEqual([]);
  }
}, 60_000);
