import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { refuseWhere } from '../../../mutants/request.ts';

export default rule({
  title: 'a minimal key request is accepted',
  claims: [attemptsAt('application-key/accepted', profiles['application-key'])],
  mutants: [
    {
      name: 'every key crashes the server',
      wire: changeStatus('application-key', (status) => (status === 201 ? 500 : status)),
    },
    {
      name: 'a key without a rate limit is refused',
      wire: refuseWhere(
        'application-key',
        (json) =>
          at(json, 'data', 'name') !== undefined && at(json, 'data', 'reserved_rate_limit') === undefined,
      ),
    },
  ],
});
