import { experiment } from '../../core/context.ts';
import { attempt } from '../../creations/attempts.ts';
import { bodyTrials, nullTrials } from '../../creations/trials/bodies.ts';
import { constraintTrials } from '../../creations/trials/constraints.ts';
import { credentialTrials } from '../trials/credentials.ts';
import { openKeys } from '../trials/key-openings.ts';

const operation = 'application-key';

/** Creates keys that have to be issued, and tries all that has to be rejected. */
export default experiment({
  when: 'early',
  run: async (context) => {
    const openings = await openKeys(context);
    if (!openings) return;
    const { trialControls } = openings;
    await attempt(context, operation, [
      ...constraintTrials(context, operation, trialControls),
      ...bodyTrials(operation, trialControls),
      ...nullTrials(context, operation, trialControls),
      ...credentialTrials(context.target, trialControls),
    ]);
  },
});
