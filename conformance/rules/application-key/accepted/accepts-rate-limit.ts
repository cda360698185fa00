import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, refuseWhere } from '../../../mutants/request.ts';

const member = ['data', 'reserved_rate_limit'];

export default rule({
  title: 'a key request with the vouched rate limit is accepted',
  claims: [attemptsAt('application-key/accepts-rate-limit', profiles['application-key'])],
  mutants: [
    {
      name: 'no rate limit may be reserved',
      wire: refuseWhere('application-key', (json) => at(json, ...member) !== undefined),
    },
    {
      name: 'a rate limit is only taken as text',
      wire: refuseWhere('application-key', (json) => typeof at(json, ...member) === 'number', 400),
    },
    {
      name: 'a rate limit crashes the server',
      wire: changeStatus('application-key', (status, call) =>
        status === 201 && at(jsonOfCall(call), ...member) !== undefined ? 500 : status,
      ),
    },
  ],
});
