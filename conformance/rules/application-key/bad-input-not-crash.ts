import { at, isObject } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { mustNotCrash } from '../../creation/not-crash.ts';
import { rule } from '../../engine/rule.ts';
import { changeStatus } from '../../mutants/reply.ts';
import { jsonOfCall, textOfBody } from '../../mutants/request.ts';

export default rule({
  clause: 'key-bad-input-not-crash',
  title: 'a bad key request never crashes the server',
  needs: readable('application-key'),
  check: (probe) => mustNotCrash(probe, 'application-key'),
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
  ],
});
