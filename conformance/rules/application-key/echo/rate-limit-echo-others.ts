import { at, isObject, withAt, withoutAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachCreation, isBrokenAt } from '../../../interface/claims.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

const member = ['data', 'reserved_rate_limit'];

export default rule({
  title: 'every accepted `reserved_rate_limit` is returned as sent',
  claims: [
    eachCreation(({ answer, sent, shown }, judge) => {
      const asked = at(sent, ...member);
      if (!Number.isInteger(asked) || asked === judge.target.key.reserved_rate_limit) return;
      if (!isObject(shown.data) || isBrokenAt(answer, member)) return;
      const back = at(shown, ...member);
      judge.claim(back === asked, () => ({
        expected: `data.reserved_rate_limit is ${asked}`,
        saw: printValue(back),
        shown: [answer],
      }));
    }),
  ],
  mutants: [
    { name: 'a rate limit of 0 is dropped', wire: relimited((limit) => (limit === 0 ? undefined : limit)) },
    { name: 'a rate limit of 0 is shown as none', wire: relimited((limit) => (limit === 0 ? null : limit)) },
    {
      name: 'a rate limit is lowered to a maximum',
      wire: relimited((limit) => Math.min(limit, 10_000)),
    },
    { name: 'a rate limit is raised to a minimum', wire: relimited((limit) => Math.max(limit, 1)) },
  ],
});

function relimited(relimit: (limit: number) => number | null | undefined) {
  return changeReply('application-key', (json, call) => {
    const asked = at(jsonOfCall(call), ...member);
    if (typeof asked !== 'number') return undefined;
    const limit = relimit(asked);
    return limit === undefined ? withoutAt(json, member) : withAt(json, member, limit);
  });
}
