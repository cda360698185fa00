import type { ExperimentContext } from '../../core/context.ts';
import type { WritingOperation } from '../../interface/calls.ts';
import { type Control, creationsOf, type Edit } from '../creations.ts';

/** How many records are created at the same moment. */
const together = 4;

/**
 * Creates records at the same moment, each with a text of its own: a server that keeps a request where others overwrite
 * it returns the text of another. Each edit has the nonce, which differs from request to request.
 */
export async function createAtOnce(
  context: ExperimentContext,
  operation: WritingOperation,
  control: Control,
  edit: Edit,
): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const count = Math.min(together, context.writesLeft());
  await inTurn(() => Promise.all(Array.from({ length: count }, () => send(control, edit))));
}
