import type { Exchange } from '../../../src/http/exchange.ts';
import type { Redactor } from '../../../src/secrets/redactor.ts';
import type { Result } from '../../core/verdict.ts';
import { beginLongWork } from '../../engine/stop.ts';

/**
 * Teaches a redactor the secrets of all exchanges that results show, with turns of others between them. From `reportBy` on, on the clock of `performance.now()`,
 * there is no time to look for them: then no body is shown at all.
 */
export async function learnShown(
  redactor: Redactor,
  results: readonly Result[],
  secretsIn: (exchange: Exchange) => string[],
  reportBy = Number.POSITIVE_INFINITY,
): Promise<void> {
  const shown = results.flatMap(({ exchanges, intermittent = [] }) => [
    ...exchanges,
    ...intermittent.flatMap((once) => once.exchanges),
  ]);
  const turn = beginLongWork();
  for (const exchange of new Map(shown.map((one) => [one.reply, one])).values()) {
    await turn();
    if (redactor.isFull()) return;
    if (performance.now() > reportBy) redactor.redactBodies();
    else redactor.learn(secretsIn(exchange));
  }
}
