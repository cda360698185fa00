import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const member = ['data', 'reserved_rate_limit'];

export default rule({
  title: 'the `reserved_rate_limit` of the target file is accepted',
  claims: [attemptsAt('application-key/accepts-rate-limit', profiles['application-key'])],
  mutants: [
    {
      name: 'every reserved_rate_limit is rejected',
      wire: rejectWhere('application-key', (json) => at(json, ...member) !== undefined),
    },
    {
      name: 'a rate limit is accepted only as text',
      wire: rejectWhere('application-key', (json) => typeof at(json, ...member) === 'number', 400),
    },
    {
      name: 'a rate limit crashes the server',
      wire: changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), ...member) !== undefined ? 500 : status,
      ),
    },
  ],
});
