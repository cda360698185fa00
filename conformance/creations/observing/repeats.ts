import { type Exchange, isLost } from '../../../src/http/exchange.ts';
import { at, withAt } from '../../../src/json/json.ts';
import type { Answered, Attempt } from '../../core/evidence.ts';
import type { ChoiceContext, ChoiceEvidence } from '../../core/observation.ts';
import { type Observed, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import { bodyOf, sentAt } from '../../interface/observing/shown.ts';
import { creationProfile } from '../valid-body.ts';
import { tryEdit } from './tried.ts';

const choice = 'identical-requests';

/** Repeats an accepted request to the letter, once in a run. */
const repeat = (context: ChoiceContext): Promise<Attempt | undefined> =>
  context.shared(`repeated ${context.operation}`, () => tryEdit(context, { choice, isRepetition: true }));

/** What a request is returned that repeats another to the letter; undefined where no id tells. */
function outcomeOfRepeat(again: Answered, first?: Exchange): Observed<typeof choice> | undefined {
  if (!isAccepted(again)) return outcomeAs(again, 'created', 'rejected');
  const [one, other] = [first, again].map((exchange) => exchange && at(bodyOf(exchange), 'data', 'id'));
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return one.toLowerCase() === other.toLowerCase() ? 'shown-again' : 'created';
}

/** How an observation finds out what happens to a request that repeats an accepted one to the letter. */
export const identicalRequest = {
  gather: repeat,
  read: (seen: ChoiceEvidence): Observed<typeof choice> => {
    const [{ answer, control }] = seen.trials();
    return seen.orUntested(
      outcomeOfRepeat(answer, control),
      'it is accepted, and no id tells whether it is another',
    );
  },
};

/** How an observation finds out what happens to a request that has one value of an accepted one, and is unlike it otherwise. */
export const sameValue = (path: readonly string[]) => ({
  gather: async (context: ChoiceContext) => {
    const { exchange, before } = (await repeat(context)) ?? {};
    if (!exchange || isLost(exchange.reply)) return;
    const { call, reply } = exchange;
    // Where even a request that is the same altogether creates another, one value may be the same.
    if (outcomeOfRepeat({ call, reply }, before) === 'created') return;
    const value = sentAt(exchange, path);
    const { optionalMembers } = creationProfile(context.operation);
    await tryEdit(context, { edit: (body) => withAt(body, path, value), members: optionalMembers });
  },
  read: (seen: ChoiceEvidence): Observed<'duplicate-name'> => {
    const [{ answer, control }] = seen.trials(choice);
    if (outcomeOfRepeat(answer, control) === 'created') return 'created';
    return outcomeAs(seen.trials()[0].answer, 'created', 'rejected');
  },
});
