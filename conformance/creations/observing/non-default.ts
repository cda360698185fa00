import type { ChoiceId } from '../../../src/contract/choices/choices.ts';
import { isOfKind } from '../../../src/contract/operations/operations.ts';
import { at, type Json, withAt } from '../../../src/json/json.ts';
import type { ChoiceContext, ChoiceEvidence } from '../../core/observation.ts';
import { type Observed, type Other, other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import { bodyOf, sentAt } from '../../interface/observing/shown.ts';
import { creationProfile, validBody } from '../valid-body.ts';
import { type Try, tried, tryTogether } from './tried.ts';

/** Tries what a request may hold as far as the specification says, and a server may reject; all at once where that is accepted. */
export function tryNonDefault(context: ChoiceContext): Promise<unknown> {
  const { operation } = context;
  const { freeText, nonDefaultFields } = creationProfile(operation);
  const control = isOfKind(operation, 'create') ? validBody(context, operation) : {};
  const put = (choice: ChoiceId, member: string, value: Json, what = ''): Try => ({
    choice,
    what,
    edit: (body) => withAt(body, ['data', member], value),
  });
  const own = Object.entries(nonDefaultFields(control)) as [ChoiceId, readonly [string, Json]][];
  return tryTogether(context, 'liberties', [
    put('unknown-members', 'assay_unknown', 'assay'),
    {
      choice: 'surrounding-spaces',
      edit: (body) => withAt(body, ['data', freeText], `  ${at(body, 'data', freeText)} `),
    },
    ...own.map(([choice, [member, value]]) => put(choice, member, value, String(value))),
  ]);
}

/** How an observation finds out whether a request that takes its liberty is accepted. */
export const withNonDefault = <const Accepted extends string, const Rejected extends string>(
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: tryNonDefault,
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).answer, accepted, rejected),
});

/** How an observation finds out what is done with spaces around the text that a client may fill as it likes. */
export const surroundingSpaces = {
  gather: tryNonDefault,
  read: (seen: ChoiceEvidence): Observed<'surrounding-spaces'> => {
    const { answer } = tried(seen);
    const { freeText, freeTextShownAt } = creationProfile(seen.operation);
    if (!isAccepted(answer)) return outcomeAs(answer, 'kept', 'rejected');
    const sent = sentAt(answer, ['data', freeText]);
    const back = at(bodyOf(answer), ...freeTextShownAt);
    if (back === sent) return 'kept';
    if (back === sent.trim()) return 'removed';
    seen.orUntested(typeof back === 'string', 'it is accepted, but the response does not contain it');
    return other('accepted, and something else is shown');
  },
};
