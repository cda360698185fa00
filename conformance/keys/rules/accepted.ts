import { at } from '../../../src/json/json.ts';
import { attemptsAt } from '../../core/attempt.ts';
import { rules } from '../../core/rule.ts';
import { changeStatus } from '../../core/reply-mutants.ts';
import { jsonOfCall, rejectAfterRejection, rejectWhere } from '../../core/request-mutants.ts';
import { profiles } from '../../profiles/profiles.ts';

const member = ['data', 'reserved_rate_limit'];

export default rules(['operations'], {
  accepted: {
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
  },
  'accepts-rate-limit': {
    topic: ['valid requests'],
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
  },
});
