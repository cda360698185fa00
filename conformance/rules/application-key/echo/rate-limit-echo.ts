import { at, isObject, withAt, withoutAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rateLimitLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import { eachCreation, isBrokenAt } from '../../../interface/claims.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

const member = ['data', 'reserved_rate_limit'];

export default rule({
  title: 'the `reserved_rate_limit` of the target file is returned as sent',
  shows: 'content',
  claims: [
    eachCreation(({ answer, sent, shown }, judge) => {
      const declaredLimit = judge.target.key.reserved_rate_limit;
      if (declaredLimit === undefined)
        return judge.untested('the target file declares no rate limit', rateLimitLine);
      if (at(sent, ...member) !== declaredLimit || !isObject(shown.data) || isBrokenAt(answer, member))
        return;
      const back = at(shown, ...member);
      judge.claim(back === declaredLimit, () => ({
        expected: `data.reserved_rate_limit is ${declaredLimit}`,
        saw: printValue(back),
        shown: [answer],
      }));
    }),
  ],
  mutants: [
    {
      name: 'the rate limit is not shown',
      wire: changeReply('application-key', (json) => withoutAt(json, member)),
    },
    {
      name: 'reserved_rate_limit is always the default',
      wire: changeReply('application-key', (json) => withAt(json, member, 60)),
    },
    {
      name: 'the rate limit is returned multiplied by 60',
      wire: changeReply('application-key', (json, call) => {
        const sent = at(jsonOfCall(call), ...member);
        return typeof sent === 'number' ? withAt(json, member, sent * 60) : undefined;
      }),
    },
  ],
});
