// Requests to create records, made from nothing but the contract. An operation with experiments of its own replaces these.

import { operationIn } from '../../src/contract/operations.ts';
import { withAt } from '../../src/json/json.ts';
import { credentialEdits } from '../access/edits.ts';
import { nonce } from '../core/calls.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { attempt, attemptTogether, creationsOf, type Edit, leastWith, type Trial } from './attempts.ts';
import {
  controlsOf,
  createAtOnce,
  derivedBoundTrials,
  hardTexts,
  invalidTrials,
  isGood,
  type SentControl,
  type TrialControls,
  withCharset,
} from './trials.ts';
import { creationProfile } from './valid-body.ts';

type Found = { readonly trialControls: TrialControls; readonly good: SentControl | undefined };

const findControls = (context: ExperimentContext, operation: string): Promise<Found> =>
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
    const accepted = { clause: `${operation}/accepted`, what: 'a request with the required fields' };
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
        ...(isGood(whole) ? { full } : {}),
        ...(whyNotFull ? { whyNotFull } : {}),
      },
    };
  });

function credentialTrials(context: ExperimentContext, operation: string, { least }: TrialControls): Trial[] {
  return credentialEdits(context.contract, operation).map(({ rule, words, edit }) => ({
    clause: `${operation}/${rule}`,
    what: `a request ${words}`,
    expects: 'rejection',
    redirectRejects: true,
    control: least,
    headers: (headers) => edit({ target: '', headers }).headers,
    target: (target) => edit({ target, headers: [] }).target,
  }));
}

export default experiments('create', {
  creations: (operation) => ({
    run: async (context) => {
      const { trialControls, good } = await findControls(context, operation);
      const { least, full } = trialControls;
      const { freeText } = creationProfile(context.contract, operation);
      const { sentIn } = operationIn(context.contract, operation);
      const place = [...sentIn, freeText];
      const named = (text: string): Edit => ({
        edit: (body) => (freeText === '' ? body : withAt(body, place, text)),
      });
      const { punctuated, beyondAscii, letters } = hardTexts('Text', '鍵');
      await attemptTogether(context, operation, [withCharset(operation, least)], [named(beyondAscii)]);
      await attempt(context, operation, derivedBoundTrials(context, operation, full ?? least));
      if (!good) return;
      const { inTurn, send } = creationsOf(context, operation);
      for (const text of [letters, punctuated]) await inTurn(() => send(least, named(text)));
      if (freeText !== '') await createAtOnce(context, operation, least, named(`At once ${nonce}`));
    },
  }),
  rejections: (operation) => ({
    when: 'early',
    run: async (context) => {
      const { trialControls } = await findControls(context, operation);
      await attempt(context, operation, [
        ...invalidTrials(context, operation, trialControls),
        ...credentialTrials(context, operation, trialControls),
      ]);
    },
  }),
});
