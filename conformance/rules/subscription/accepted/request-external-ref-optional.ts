import { at, isObject } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { changeStatus } from '../../../mutants/reply.ts';
import { jsonOfCall, rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'a request without external_ref is accepted',
  claims: [attemptsAt('subscription/request-external-ref-optional', profiles.subscription)],
  mutants: [
    { name: 'external_ref is required', wire: rejectWhere('subscription', lacksReference) },
    {
      name: 'a missing external reference crashes the server',
      wire: changeStatus('subscription', (status, call) =>
        status <= 299 && lacksReference(jsonOfCall(call)) ? 500 : status,
      ),
    },
  ],
});

function lacksReference(json: unknown): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.external_ref === undefined;
}
