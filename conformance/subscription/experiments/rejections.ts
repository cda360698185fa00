import { experiment } from '../../core/context.ts';
import { attempt } from '../../creations/attempts.ts';
import { bodyTrials, nullTrials } from '../../creations/trials/bodies.ts';
import { constraintTrials } from '../../creations/trials/constraints.ts';
import { currencyTrials } from '../trials/currencies.ts';
import { paymentTrials } from '../trials/payments.ts';
import { openSubscriptions } from '../trials/subscription-openings.ts';

const operation = 'subscription';

/** Creates subscriptions that have to be accepted, and tries all that has to be rejected. */
export default experiment({
  when: 'early',
  run: async (context) => {
    const { trialControls } = await openSubscriptions(context);
    await attempt(context, operation, [
      ...constraintTrials(context, operation, trialControls),
      ...bodyTrials(operation, trialControls),
      ...nullTrials(context, operation, trialControls),
      ...currencyTrials(context, trialControls),
      ...paymentTrials(trialControls),
    ]);
  },
});
