import { at, type Path, withAt } from '../../src/json/json.ts';
import type { RuleMutant } from '../core/rule.ts';
import { changeReply } from '../core/reply-mutants.ts';
import { jsonOfCall, overlookInBody } from '../core/request-mutants.ts';

/** Servers that read a short currency generously, as `read` says. */
export const readCurrency = (read: (currency: string) => string) =>
  overlookInBody('subscription', (json) => {
    const currency = at(json, 'data', 'currency');
    if (typeof currency !== 'string' || currency.length > 10) return undefined;
    return withAt(json, ['data', 'currency'], read(currency));
  });

const constant = '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41';

/** Servers that return another id than the one that was sent as `member`; `others` are fields of the request whose ids they mix up with it. */
export const otherIds = (
  member: string,
  shownAt: Path,
  [other, paidOther]: readonly [other: string, paidOther: string],
): RuleMutant[] => [
  {
    name: `${member} is always returned as the same id`,
    wire: changeReply('subscription', (json) => withAt(json, shownAt, constant)),
  },
  {
    name: `${other} is returned as ${member}`,
    wire: changeReply('subscription', (json, call) =>
      withAt(json, shownAt, String(at(jsonOfCall(call), 'data', other))),
    ),
  },
  {
    name: `${paidOther} of a paid subscription is returned as ${member}`,
    wire: changeReply('subscription', (json, call) =>
      at(jsonOfCall(call), 'data', 'payment_authority') === undefined
        ? undefined
        : withAt(json, shownAt, String(at(jsonOfCall(call), 'data', paidOther))),
    ),
  },
  {
    name: `the last digits of ${member} are lost`,
    wire: changeReply('subscription', (json) =>
      withAt(json, shownAt, `${String(at(json, ...shownAt)).slice(0, -6)}000000`),
    ),
  },
];
