import { clauseId } from '../../src/contract/kind-clauses.ts';
import type { ExperimentContext } from '../core/context.ts';
import { creationProfile } from './creation-profile.ts';
import { leastWith } from './edits.ts';
import { controlsOf, isGood, type SentControl, type TrialControls } from './trials.ts';

type FoundControls = { readonly trialControls: TrialControls; readonly good: SentControl | undefined };

/** The valid requests from which others of an operation differ; sent once in a run. */
export const findControls = (context: ExperimentContext, operation: string): Promise<FoundControls> =>
  context.shared(`controls of ${operation}`, async () => {
    const { firstAccepted, reportAcceptance, reportBeside, reportUnsent, whyNot } = controlsOf(
      context,
      operation,
    );
    const { optionalFields } = creationProfile(context.contract, operation);
    const least = leastWith(context, operation);
    const full = leastWith(context, operation, optionalFields);
    const sent = await firstAccepted([least]);
    const whole = optionalFields.length === 0 ? undefined : await firstAccepted([full]);
    const accepted = { clause: clauseId(operation, 'accepted'), what: 'a request with the required fields' };
    if (!sent) reportUnsent(accepted, least);
    else if (isGood(sent) || !isGood(whole)) reportAcceptance(accepted, sent.exchange, true);
    else await reportBeside(accepted, sent, whole);
    const good = [sent, whole].find(isGood);
    const whyNotFull =
      optionalFields.length > 0 ? whyNot('a request with all fields', full, whole) : undefined;
    return {
      good,
      trialControls: {
        least: good?.control ?? least,
        full: isGood(whole) ? full : undefined,
        whyNotFull,
      },
    };
  });
