import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { rejectAfterRejection, rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a request to create a key with the required fields is accepted',
  claims: [attemptsAt('application-key/accepted', profiles['application-key'])],
  mutants: [
    {
      name: 'a request is rejected because the one before it was',
      wire: rejectAfterRejection('application-key'),
    },
    {
      name: 'every key crashes the server',
      wire: changeStatus('application-key', (status) => (status === 201 ? 500 : status)),
    },
    {
      name: 'a key without a rate limit is rejected',
      wire: rejectWhere(
        'application-key',
        (json) =>
          at(json, 'data', 'name') !== undefined && at(json, 'data', 'reserved_rate_limit') === undefined,
      ),
    },
  ],
});
