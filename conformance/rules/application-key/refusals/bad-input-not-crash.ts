import { at, isObject } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { neverCrashes } from '../../../interface/claims.ts';
import { isBadRequest } from '../../../interface/creations/bodies.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, textOfBody } from '../../../mutants/request.ts';

export default rule({
  title: 'a bad key request never crashes the server',
  claims: [neverCrashes(isBadRequest, 'a bad key request')],
  mutants: [
    {
      name: 'whatever is refused crashes the server',
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
