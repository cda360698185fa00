import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { ChoiceContext } from '../../core/observation.ts';
import { outcomeWords } from '../../core/server-message.ts';
import { wasAccepted } from '../../core/status.ts';
import { Withheld } from '../../core/verdict.ts';
import { creationsOf, leastWith } from '../../creations/creations.ts';
import { listedNodes } from '../../node-products/pages/listed-nodes.ts';

/** Sends what every observation of an operation reads: the least request, or the first page of every node. */
export async function begin(context: ChoiceContext): Promise<void> {
  const { operation } = context;
  if (!isOfKind(operation, 'create')) return void (await listedNodes(context));
  const { inTurn, control } = creationsOf(context, operation);
  const sent = await inTurn(() => control(leastWith(context, operation)));
  const exchange = context.orUntested(sent, 'this run may send no more requests that create records');
  if (wasAccepted(exchange)) return;
  throw new Withheld('inconclusive', outcomeWords('the control', exchange), undefined, [exchange]);
}
