import type { Exchange } from '../../../src/http/exchange.ts';
import { at, withAt } from '../../../src/json/json.ts';
import { experiment, type Field } from '../../core/look.ts';
import { nonce } from '../../core/nonce.ts';
import { wasAccepted } from '../../core/status.ts';
import type { Target } from '../../core/target.ts';
import { attempt, attemptTogether } from '../../interface/creations/attempts.ts';
import { keyControls } from '../../interface/creations/controls.ts';
import { creationsOf, type Edit, joined } from '../../interface/creations/creations.ts';
import { jsonOfCall } from '../../mutants/request.ts';
import { bodyTrials, nullTrials } from '../trials/bodies.ts';
import { constraintTrials, type Grounds } from '../trials/constraints.ts';
import { credentialTrials } from '../trials/credentials.ts';
import {
  firstAccepted,
  isOpen,
  type Opening,
  tellMoot,
  tellNext,
  tellOpening,
  whyNot,
} from '../trials/openings.ts';
import { withCharset } from '../trials/spellings.ts';

const operation = 'application-key';

const rules = {
  accepted: { clause: 'application-key/accepted', what: 'a request with type and name' },
  limited: {
    clause: 'application-key/accepts-rate-limit',
    what: 'a request with the rate limit that is vouched for',
  },
};

/** Creates keys: such as have to be accepted, then all that has to be refused, then such as show what is kept of them. */
export default experiment({
  run: async (field) => {
    const controls = keyControls(field);
    const plain = await firstAccepted(field, operation, [controls.plain]);
    const full = await firstAccepted(field, operation, [controls.limited]);
    if (!plain || !full) return;
    await tellOpenings(field, plain, full);

    // What is reserved may run out, so what others differ from reserves nothing if it can.
    const open = [plain, full].find(isOpen);
    const whyNotFull = whyNot(field, operation, 'a request with a rate limit', full, limitLine(field.target));
    const grounds: Grounds = {
      least: open?.control ?? controls.plain,
      ...(whyNotFull ? { whyNotFull } : {}),
    };
    await attempt(field, operation, [
      ...constraintTrials(field, operation, grounds),
      ...bodyTrials(operation, grounds),
      ...nullTrials(field, operation, grounds),
      ...credentialTrials(field.target, grounds),
    ]);
    await attemptTogether(field, operation, [withCharset(operation, grounds.least)], [named(beyondAscii)]);
    if (open) await createOthers(field, open);
  },
});

/** The line of the target file that is missing where nobody vouches for a rate limit. */
const limitLine = ({ key }: Target): string | undefined =>
  key.reserved_rate_limit === undefined ? 'key: { reserved_rate_limit: … }' : undefined;

async function tellOpenings(field: Field, plain: Opening, full: Opening): Promise<void> {
  if (isOpen(plain) || !isOpen(full)) tellOpening(field, operation, rules.accepted, plain.exchange, true);
  else await tellNext(field, operation, rules.accepted, plain, full);
  const line = limitLine(field.target);
  if (line) tellMoot(field, operation, rules.limited, 'nobody vouches for a rate limit', line);
  else if (isOpen(plain)) await tellNext(field, operation, rules.limited, full, plain);
  else tellOpening(field, operation, rules.limited, full.exchange, false);
}

/** Keys that no server has to issue; what it shows of those it does issue is judged like that of all others. */
async function createOthers(field: Field, { control, exchange }: Opening): Promise<void> {
  const { inTurn, send } = creationsOf(field, operation);
  const limit = field.target.key.reserved_rate_limit ?? 1;
  // Each with what is tried alone where the whole is refused.
  const others: readonly (readonly [whole: Edit, ...parts: Edit[]])[] = [
    [
      joined([named(`${punctuated} ${'and so on, '.repeat(40)}end`), limited(large)]),
      named(punctuated),
      limited(large),
    ],
    [joined([sameName(exchange), limited(0)]), joined([sameName(exchange), limited(limit + 1)]), limited(0)],
  ];
  for (const [whole, ...parts] of others) {
    const seen = await inTurn(() => send(control, whole));
    if (wasAccepted(seen)) continue;
    for (const part of parts) await inTurn(() => send(control, part));
  }
}

/** More than anybody reserves, and less than a number of 32 bits holds. */
const large = 1_000_000_000;

/** Names that a server may spoil: by escaping, by decoding, by another encoding. */
const punctuated = `Key No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`;
const beyondAscii = `Zoë’s 鍵 😀 ${nonce}`;

const named = (name: string): Edit => ({ edit: (body) => withAt(body, ['data', 'name'], name) });

/** The name of a key that was created before. */
const sameName = ({ call }: Exchange): Edit => named(String(at(jsonOfCall(call), 'data', 'name')));

const limited = (limit: number): Edit => ({
  edit: (body) => withAt(body, ['data', 'reserved_rate_limit'], limit),
});
