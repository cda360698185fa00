import { at } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'an `external_ref` of 2048 characters of two bytes is accepted',
  claims: [attemptsAt('subscription/request-external-ref-two-bytes', profiles.subscription)],
  mutants: [
    {
      name: 'the length of external_ref is counted in bytes',
      wire: rejectWhere(
        'subscription',
        (json) => Buffer.byteLength(String(at(json, 'data', 'external_ref') ?? '')) > 2048,
      ),
    },
  ],
});
