import type { Look } from '../../core/look.ts';
import { type Observed, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import type { Edit } from '../creations/creations.ts';
import { edited } from './edited.ts';

/** What becomes of a JSON body whose header names no type; and, where that is accepted, of one that names another. */
export async function otherContentTypes(
  look: Look,
  operation: WritingOperation,
): Promise<Observed<'content-type-required'>> {
  const untyped = await edited(look, operation, typed());
  if (!isAccepted(untyped)) return outcomeAs(untyped, 'never', 'always');
  return outcomeAs(await edited(look, operation, typed('text/plain')), 'never', 'if-named');
}

const typed = (...types: readonly string[]): Edit => ({
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'content-type'),
    ...types.map((type) => ['content-type', type] as const),
  ],
});
