import type { Contract } from '../../../../src/contract/contract.ts';
import { at, type Json } from '../../../../src/json/json.ts';
import { attemptsAt } from '../../../core/attempt.ts';
import { rule } from '../../../core/rule.ts';
import { rejectWhere } from '../../../mutants/request.ts';
import { profiles } from '../../../profiles/profiles.ts';

const bytesOf = (json: Json | undefined): number =>
  Buffer.byteLength(String(at(json, 'data', 'external_ref') ?? ''));

const longest = ({ constraints }: Contract): number =>
  Number(constraints.find(({ id }) => id === 'subscription/external_ref/maxLength')?.value);

export default rule({
  title: 'an `external_ref` as long as it may be, of two bytes a character, is accepted',
  claims: [attemptsAt('subscription/request-external-ref-two-bytes', profiles.subscription)],
  mutants: [
    {
      name: 'the length of external_ref is counted in bytes',
      wire: (next, contract) =>
        rejectWhere('subscription', (json) => bytesOf(json) > longest(contract))(next, contract),
    },
  ],
});
