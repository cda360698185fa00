import { expect, it } from 'vitest';
import { catalogue, contract, honest, target } from '../../conformance/proof/ground.ts';
import { run } from '../../conformance/runner/run/run.ts';
import type { Mutant, Reply } from '../../src/http/exchange.ts';

const failing = (status: number): Reply => ({
  status,
  headers: [['content-type', 'text/html']],
  body: Buffer.from('<title>Just a moment…</title>'),
  ms: 1,
});

/** Something in front of the server answers one request itself: those of a method are counted. */
const answeringOnce =
  (method: string, turn: number, status: number): Mutant =>
  (next) => {
    let requests = 0;
    return async (call) => {
      if (call.method === method) requests += 1;
      return call.method === method && requests === turn ? failing(status) : next(call);
    };
  };

it.each([401, 403, 404, 500])(
  'a single %i, whichever request it answers, is held against nobody',
  async (status) => {
    const turns = [
      ...[1, 8, 23, 41, 66, 90].map((turn) => ['POST', turn] as const),
      ...[20, 77, 160, 251, 340].map((turn) => ['GET', turn] as const),
    ];
    for (const [method, turn] of turns) {
      const transport = answeringOnce(method, turn, status)(honest());
      // Without patience nothing is sent again at once: what fails is tried again between its controls.
      const conduct = { patience: 0 };
      const { results } = await run({ contract, catalogue, target, transport, nonce: 'a55a4000', conduct });
      const failed = results.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
      expect(
        failed.map(({ rule }) => rule),
        `${method} ${turn}`,
      ).toEqual([]);
    }
  },
  180_000,
);
