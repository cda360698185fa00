import { at, isObject } from '../../../src/json/json.ts';
import { ruleOfEach } from '../../core/rule.ts';
import { neverCrashes } from '../../interface/claims.ts';
import { isBadRequest } from '../../interface/creations/bodies.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, textOfBody } from '../../mutants/request.ts';

export default ruleOfEach((operation, { constraints }) => {
  const required = constraints.filter(
    ({ operation: id, side, keyword, paths: [path = []] }) =>
      id === operation && side === 'request' && keyword === 'required' && path.length > 1,
  );
  const [path = []] = required.at(-1)?.paths ?? [];
  return {
    title: 'an invalid request does not get a 5xx status',
    claims: [neverCrashes(isBadRequest, 'an invalid request')],
    mutants: [
      {
        name: 'every invalid request crashes the server',
        wire: changeStatus(operation, (status) => ([400, 422].includes(status) ? 500 : status)),
      },
      {
        name: `a missing ${path.at(-1)} crashes the server`,
        wire: changeStatus(operation, (status, call) => {
          const holder = at(jsonOfCall(call), ...path.slice(0, -1));
          return isObject(holder) && holder[path.at(-1) ?? ''] === undefined ? 500 : status;
        }),
      },
      {
        name: 'an empty body crashes the server',
        wire: changeStatus(operation, (status, call) => (textOfBody(call) === '' ? 500 : status)),
      },
      {
        name: 'a missing data crashes the server',
        wire: changeStatus(operation, (status, call) => (textOfBody(call) === '{}' ? 500 : status)),
      },
      {
        name: 'data that is not an object crashes the server',
        wire: changeStatus(operation, (status, call) => {
          const data = at(jsonOfCall(call), 'data');
          return data !== undefined && !isObject(data) ? 500 : status;
        }),
      },
    ],
  };
});
