import { expect, it } from 'vitest';
import type { RunExchange } from '../../conformance/core/exchange.ts';
import { compileReport } from '../../conformance/report/compile.ts';
import { sampleOutcome } from './sample.ts';

it('others have their turn while long bodies are searched for secrets, so that a signal is heard', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `"${(index * 99_991).toString(16)}":1`);
  const exchanges = Array.from({ length: 60 }, (_, index): RunExchange => {
    const body = Buffer.from(`{"${index}":1,${names}}`);
    return {
      id: index,
      request: { method: 'GET', target: `/${index}`, headers: [] },
      response: { status: 200, headers: [], body, ms: 1 },
    };
  });
  const results = exchanges.flatMap((exchange) =>
    sampleOutcome.results.slice(0, 1).map((result) => ({ ...result, exchanges: [exchange] })),
  );
  let isMade = false;
  let turns = 0;
  const take = (): void => {
    turns += 1;
    if (!isMade) setImmediate(take);
  };
  setImmediate(take);
  await compileReport({ ...sampleOutcome, results, alsoSeen: [] });
  isMade = true;
  expect(turns).toBeGreaterThan(3);
});
