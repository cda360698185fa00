import type { ChoiceId } from '../../src/contract/choices/choices.ts';
import { choiceOf } from '../../src/contract/choices/choices.ts';
import { readOptions } from '../../src/contract/choices/read.ts';
import { UserError } from '../../src/errors.ts';
import type { Path } from '../../src/json/json.ts';
import type { Pins } from '../core/target.ts';

const key = 'choices';

/** Where something is in a target that was not read from a file. */
const inTarget = (): string => 'the target';

/** Reads the choices that a target pins. What cannot be held is a {@link UserError}. */
export function readPins(value: unknown, where: (path: Path) => string = inTarget): Pins {
  if (value === undefined) return new Map();
  const pins = new Map([...readOptions(value, where, [key])].map(([id, option]) => [id, String(option)]));
  for (const id of pins.keys()) mustBeSeen(id, where);
  return pins;
}

function mustBeSeen(id: ChoiceId, where: (path: Path) => string): void {
  const { seen } = choiceOf(id);
  if (seen === undefined) return;
  throw new UserError(
    `${where([key, id])}: /${key}/${id} cannot be pinned, ${seen.replace('no, ', '')}; remove it.`,
  );
}
