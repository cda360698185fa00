// Requests to create records, made from nothing but the contract. An operation with experiments of its own replaces these.

import { isLeftOut, promisesOf } from '../../src/contract/contract.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { filledPath, isChanging, operationIn } from '../../src/contract/operations.ts';
import { idSchemaOf } from '../../src/contract/record.ts';
import { creatorAbove, readerOf } from '../../src/contract/related-operations.ts';
import { type Header, pathIn } from '../../src/http/exchange.ts';
import { withAt, withoutAt } from '../../src/json/json.ts';
import { percentEncoded } from '../../src/percent.ts';
import { editsToReject } from '../access/edits.ts';
import { type ExperimentContext, type ExperimentTable, experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import { nonce } from '../core/nonces.ts';
import { pathValuesOf } from '../core/operation-of.ts';
import { requestAt, unknownId } from '../core/requests.ts';
import { wasAccepted } from '../core/status.ts';
import { attempt, attemptTogether, type Trial } from './attempts.ts';
import { findControls, type TrialControls } from './controls.ts';
import { creationProfile } from './creation-profile.ts';
import { creationsOf } from './creations.ts';
import type { Control, Edit } from './edits.ts';
import { nullEdits, tellingEdits } from './telling-values.ts';
import {
  addressTrials,
  createAtOnce,
  derivedBoundTrials,
  hardTexts,
  invalidTrials,
  letterTrials,
  withCharset,
} from './trials.ts';
import { knownGoodFor } from './valid-body.ts';

/** A request that lacks what lets it in, as a creation is edited. */
export const editOf = ({ edit, ...about }: ReturnType<typeof editsToReject>[number]) => ({
  ...about,
  headers: (headers: readonly Header[]) => edit({ method: 'POST', target: '', headers }).headers,
  target: (target: string) => edit({ method: 'POST', target, headers: [] }).target,
});

/** A request to create below a record that is not there, beside one below a record that is. */
function belowNone({ contract }: ExperimentContext, operation: string, control: Control): Trial[] {
  const own = operationIn(contract, operation);
  const above = own.kind === 'create' ? creatorAbove(contract, own) : undefined;
  if (!above) return [];
  const { method, path } = own;
  const target = (usual: string): string => {
    const values = pathValuesOf(contract, { method, target: usual });
    return filledPath(path, values.map(percentEncoded).with(-1, unknownId(idSchemaOf(above))));
  };
  const what = 'a request to create below a record that is not there';
  return [{ clause: clauseId(operation, 'unknown-parent'), what, expects: 'rejection', control, target }];
}

/** Leaves out each field with a default that all other requests contain. */
async function leaveOutWithDefault(
  context: ExperimentContext,
  operation: string,
  { least, full = least }: TrialControls,
): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const [known] = knownGoodFor(context, operation);
  const places = promisesOf(context.contract, operation).flatMap(({ leftOut }) =>
    leftOut ? [leftOut.at] : [],
  );
  for (const place of places.filter((one) => ![least, full].some((make) => isLeftOut(make(known), one))))
    await inTurn(() => send(full, { edit: (body) => withoutAt(body, place) }));
}

/**
 * Sends null for fields that need not be sent, and may not be shown as null. A server may take it for a field that is left out;
 * a reading shows if it was stored.
 */
async function sendNulls(context: ExperimentContext, operation: string, control: Control): Promise<void> {
  const { contract } = context;
  const own = operationIn(contract, operation);
  const reader = readerOf(contract, operation);
  if (!reader) return;
  const { inTurn, send } = creationsOf(context, operation);
  for (const edit of nullEdits(own)) {
    const exchange = await inTurn(() => send(control, { edit }));
    const path = isChanging(own)
      ? pathIn(exchange.request.target)
      : createdIn(contract, exchange)?.pathFor(reader);
    if (wasAccepted(exchange) && path !== undefined && (own.kind === 'create' || own.path === reader.path))
      await context.exchangeAfresh(requestAt(context, reader.id, path));
  }
}

/** Valid and invalid requests of every operation whose requests contain the fields of a record. */
export const requestsWithFields: ExperimentTable = {
  creations: (operation) => ({
    shows: 'valid requests at every bound, with unusual texts, and several at once',
    run: async (context) => {
      const { trialControls, good } = await findControls(context, operation);
      const { least, full } = trialControls;
      const { freeText } = creationProfile(context.contract, operation);
      const { kind, sentIn } = operationIn(context.contract, operation);
      const place = [...sentIn, freeText];
      const named = (text: string): Edit => ({
        edit: (body) => (freeText === '' ? body : withAt(body, place, text)),
      });
      const { beyondAscii } = hardTexts('Text', '鍵');
      await attemptTogether(context, operation, [withCharset(operation, least)], [named(beyondAscii)]);
      await attempt(context, operation, [
        ...derivedBoundTrials(context, operation, full ?? least),
        ...letterTrials(context, operation, full ?? least),
        ...addressTrials(context, operation, full ?? least),
      ]);
      if (!good) return;
      await leaveOutWithDefault(context, operation, trialControls);
      if (kind === 'create' && freeText !== '')
        await createAtOnce(context, operation, least, named(`At once ${nonce}`));
      // What can be read is sent with such values where it is.
      const { inTurn, send } = creationsOf(context, operation);
      if (!readerOf(context.contract, operation))
        for (const edit of tellingEdits(operationIn(context.contract, operation)))
          await inTurn(() => send(full ?? least, { edit }));
    },
  }),
  rejections: (operation) => ({
    shows: 'requests with one edit that makes them invalid',
    when: 'early',
    run: async (context) => {
      const { trialControls, good } = await findControls(context, operation);
      await attempt(context, operation, [
        ...invalidTrials(context, operation, trialControls),
        ...editsToReject(context, operation).map((one) => ({
          ...editOf(one),
          expects: 'rejection' as const,
          control: trialControls.least,
        })),
        ...belowNone(context, operation, trialControls.least),
      ]);
      if (good) await sendNulls(context, operation, trialControls.least);
    },
  }),
};

export default experiments('create', requestsWithFields);
