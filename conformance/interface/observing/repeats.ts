import { readBody } from '../../../src/json/body.ts';
import { at, type Json, type Path, withAt } from '../../../src/json/json.ts';
import type { Answered } from '../../core/evidence.ts';
import type { Look } from '../../core/look.ts';
import { type Observed, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import type { WritingOperation } from '../calls.ts';
import { creationProfile } from '../creations/specimen.ts';
import { bodyOf, created, creation } from './created.ts';
import { edited } from './edited.ts';

/** What becomes of a request that repeats an accepted one to the letter. */
export async function identicalRequest(
  look: Look,
  operation: WritingOperation,
): Promise<Observed<'identical-requests'>> {
  const outcome = await outcomeOfRepeat(look, operation);
  return look.occasion(outcome, 'it is accepted, and no id tells whether it is another');
}

/** The same; undefined where no id tells. */
async function outcomeOfRepeat(
  look: Look,
  operation: WritingOperation,
): Promise<Observed<'identical-requests'> | undefined> {
  const first = at(await created(look, operation), 'data', 'id');
  const again = await repeated(look, operation);
  look.show(again);
  if (!isAccepted(again)) return outcomeAs(again, 'created', 'refused');
  const second = at(bodyOf(again), 'data', 'id');
  if (typeof first !== 'string' || typeof second !== 'string') return undefined;
  return first.toLowerCase() === second.toLowerCase() ? 'shown-again' : 'created';
}

/** What becomes of a request that has one value of an accepted one, and is unlike it otherwise. */
export async function sameValue(
  look: Look,
  operation: WritingOperation,
  path: readonly string[],
): Promise<Observed<'duplicate-name'>> {
  // Where even a request that is the same altogether creates another, one value may be the same.
  if ((await outcomeOfRepeat(look, operation)) === 'created') return 'created';
  const value = sentAt(await creation(look, operation), path);
  const edit = { edit: (control: Json) => withAt(control, path, value) };
  return outcomeAs(
    await edited(look, operation, edit, creationProfile(operation).optionalMembers),
    'created',
    'refused',
  );
}

const repeated = (look: Look, operation: WritingOperation): Promise<Answered> =>
  look.shared(`repeated ${operation}`, async () => look.sendAfresh((await creation(look, operation)).call));

/** A value of a request as it was sent. */
export function sentAt({ call }: Answered, path: Path): string {
  const body = readBody(call.body ?? new Uint8Array());
  return String('json' in body ? at(body.json, ...path) : '');
}
