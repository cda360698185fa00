import { at, isObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { neverCrashes } from '../../../interface/claims.ts';
import { isBadRequest } from '../../../interface/creations/bodies.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, textOfBody } from '../../../mutants/request.ts';

export default rule({
  title: 'an invalid key request does not get a 5xx status',
  claims: [neverCrashes(isBadRequest, 'a bad key request')],
  mutants: [
    {
      name: 'every invalid request crashes the server',
      wire: changeStatus('application-key', (status) => ([400, 422].includes(status) ? 500 : status)),
    },
    {
      name: 'a missing name crashes the server',
      wire: changeStatus('application-key', (status, call) => {
        const data = at(jsonOfCall(call), 'data');
        return isObject(data) && data.name === undefined ? 500 : status;
      }),
    },
    {
      name: 'an empty body crashes the server',
      wire: changeStatus('application-key', (status, call) => (textOfBody(call) === '' ? 500 : status)),
    },
    {
      name: 'a missing data crashes the server',
      wire: changeStatus('application-key', (status, call) => (textOfBody(call) === '{}' ? 500 : status)),
    },
  ],
});
