// Requests to create records, made from nothing but the contract. An operation with experiments of its own replaces these.

import { operationIn } from '../../src/contract/operations.ts';
import { withAt } from '../../src/json/json.ts';
import { editsToReject } from '../access/edits.ts';
import { type ExperimentContext, type ExperimentTable, experiments } from '../core/context.ts';
import { nonce } from '../core/requests.ts';
import { attempt, attemptTogether, creationsOf, type Edit, type Trial } from './attempts.ts';
import { findControls } from './find-controls.ts';
import {
  createAtOnce,
  derivedBoundTrials,
  hardTexts,
  invalidTrials,
  type TrialControls,
  withCharset,
} from './trials.ts';
import { creationProfile } from './valid-body.ts';

function brokenRequestTrials(
  context: ExperimentContext,
  operation: string,
  { least }: TrialControls,
): Trial[] {
  return editsToReject(context.contract, operation).map(({ rule, words, edit, redirectRejects }) => ({
    clause: `${operation}/${rule}`,
    what: `a request ${words}`,
    expects: 'rejection',
    ...(redirectRejects ? { redirectRejects } : {}),
    control: least,
    headers: (headers) => edit({ target: '', headers }).headers,
    target: (target) => edit({ target, headers: [] }).target,
  }));
}

/** Valid and invalid requests of every operation whose requests contain the fields of a record. */
export const requestsWithFields: ExperimentTable = {
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
        ...brokenRequestTrials(context, operation, trialControls),
      ]);
    },
  }),
};

export default experiments('create', requestsWithFields);
