import type { Field } from '../../../core/look.ts';
import type { Target } from '../../../core/target.ts';
import { keyControls } from '../../../interface/application-key/controls.ts';
import type { Grounds } from '../constraints.ts';
import { firstAccepted, isOpen, type Opening, tellMoot, tellNext, tellOpening, whyNot } from '../openings.ts';

const operation = 'application-key';

const rules = {
  accepted: { clause: 'application-key/accepted', what: 'a request with type and name' },
  limited: {
    clause: 'application-key/accepts-rate-limit',
    what: 'a request with the declared rate limit',
  },
};

/** What a run found to be accepted, before anything else is tried. */
type KeyOpenings = { readonly grounds: Grounds; readonly open: Opening | undefined };

/**
 * Looks for requests that are accepted, once in a run, and hands over what that says of what has to be; undefined where
 * none may be sent.
 */
export const openKeys = (field: Field): Promise<KeyOpenings | undefined> =>
  field.shared('openings application-key', async () => {
    const controls = keyControls(field);
    const plain = await firstAccepted(field, operation, [controls.plain]);
    const full = await firstAccepted(field, operation, [controls.limited]);
    if (!plain || !full) return undefined;
    await tellOpenings(field, plain, full);

    // What is reserved may run out, so what others differ from reserves nothing if it can.
    const open = [plain, full].find(isOpen);
    const whyNotFull = whyNot(field, operation, 'a request with a rate limit', full, limitLine(field.target));
    const least = open?.control ?? controls.plain;
    return { open, grounds: { least, ...(whyNotFull ? { whyNotFull } : {}) } };
  });

/** The line of the target file that would declare a rate limit. */
const limitLine = ({ key }: Target): string | undefined =>
  key.reserved_rate_limit === undefined ? 'key: { reserved_rate_limit: … }' : undefined;

async function tellOpenings(field: Field, plain: Opening, full: Opening): Promise<void> {
  if (isOpen(plain) || !isOpen(full)) tellOpening(field, operation, rules.accepted, plain.exchange, true);
  else await tellNext(field, operation, rules.accepted, plain, full);
  const line = limitLine(field.target);
  if (line) tellMoot(field, operation, rules.limited, 'the target file declares no rate limit', line);
  else if (isOpen(plain)) await tellNext(field, operation, rules.limited, full, plain);
  else tellOpening(field, operation, rules.limited, full.exchange, false);
}
