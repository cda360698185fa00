import { isOfKind } from '../../../src/contract/operations/operations.ts';
import type { ChoiceField } from '../../core/observation.ts';
import { outcomeVerb, wasAccepted } from '../../core/status.ts';
import { theirWords } from '../../core/their-words.ts';
import { Withheld } from '../../core/verdict.ts';
import { creationsOf, leastWith } from '../creations/creations.ts';
import { listedNodes } from '../node-products/pages/listed-nodes.ts';

/** Sends what every observation of an operation reads: the least request, or the first page of every node. */
export async function begin(field: ChoiceField): Promise<void> {
  const { operation } = field;
  if (!isOfKind(operation, 'create')) return void (await listedNodes(field));
  const { inTurn, control } = creationsOf(field, operation);
  const sent = await inTurn(() => control(leastWith(field, operation)));
  const exchange = field.occasion(sent, 'this run may send no more requests that create records');
  if (wasAccepted(exchange)) return;
  const why = `the control ${outcomeVerb(exchange)}${theirWords(exchange)}`;
  throw new Withheld('inconclusive', why, undefined, [exchange]);
}
