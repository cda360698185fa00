import type { Constraint } from '../../src/contract/contract.ts';
import { withAt } from '../../src/json/json.ts';
import { type ExperimentContext, experiments } from '../core/context.ts';
import { nonce } from '../core/nonce.ts';
import { wasAccepted } from '../core/status.ts';
import { attempt, attemptTogether, type Trial } from '../create/attempts.ts';
import { type Control, creationsOf, type Edit, joined } from '../create/creations.ts';
import {
  bodyTrials,
  boundTrials,
  constraintTrials,
  createAtOnce,
  derivedBoundTrials,
  isOpen,
  nullTrials,
  withCharset,
} from '../create/trials.ts';
import { pathOf } from '../create/flaws.ts';
import { otherCurrency } from './controls.ts';
import {
  currencyTrials,
  inCapitals,
  openSubscriptions,
  paymentTrials,
  type SubscriptionOpenings,
  tryGateways,
  withoutReference,
} from './trials.ts';

const operation = 'subscription';

/** References that a server may spoil: by escaping, by decoding, by another encoding, by taking digits for a number. */
const punctuated = `Order No. 7/2 & "Co" <b> 'x' 50%2F_a+b=c; ${nonce}`;

const beyondAscii = `Zoë’s 注文  😀 ${nonce}`;

/** Letters alone: a server that rejects emoji or keeps other signs in another form has to keep these (READINGS 15). */
const letters = `Crème brûlée 注文 ${nonce}`;

const digits = '0012345600';

const withReference = (text: string): Edit => ({
  edit: (body) => withAt(body, ['data', 'external_ref'], text),
});

/** The longest reference, of characters that are two bytes each except the nonce (READINGS P4). */
const inTwoBytes = ({ contract }: ExperimentContext, control: Control): Trial[] =>
  contract.constraints
    .filter(({ id }) => id === 'subscription/external_ref/maxLength')
    .map(({ value }) => ({
      clause: 'subscription/request-external-ref-two-bytes',
      what: `a request with an external_ref of ${value} characters of two bytes`,
      expects: 'acceptance',
      control,
      ...withReference(nonce + 'é'.repeat(Math.max(0, Number(value) - nonce.length))),
    }));

const isOfPayment = (constraint: Constraint): boolean => pathOf(constraint)[1] === 'payment_authority';

export default experiments({
  /**
   * Creates subscriptions with what is at a bound or spelled in another way. Where each set of known-good values is good for
   * one subscription, those before them say more.
   */
  creations: {
    run: async (context) => {
      const openings = await openSubscriptions(context);
      const { trialControls } = openings;
      await tryBounds(context, openings);
      const spellings = [inCapitals(trialControls.least), withCharset(operation, trialControls.least)];
      await attemptTogether(context, operation, spellings, [withReference(beyondAscii)]);
      await createOthers(context, openings);
    },
  },
  /** Creates subscriptions that have to be accepted, and tries all that has to be rejected. */
  rejections: {
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
  },
});

/** A subscription in another currency, and with an unusual reference: what is shown of it is judged, if it is accepted. */
async function createOthers(
  context: ExperimentContext,
  { trialControls, isOpen: isAny }: SubscriptionOpenings,
): Promise<void> {
  if (!isAny) return;
  const { inTurn, send } = creationsOf(context, operation);
  const other = otherCurrency(context.target);
  const odd = withReference(punctuated);
  const inOther: Edit = { edit: (body) => withAt(body, ['data', 'currency'], other) };
  const both = await inTurn(() => send(trialControls.least, joined([odd, inOther])));
  if (!wasAccepted(both)) await inTurn(() => send(trialControls.least, odd));
  await inTurn(() => send(trialControls.least, withReference(letters)));
  await createAtOnce(context, operation, trialControls.least, withReference(`At once ${nonce}`));
}

/** What is exactly at a bound, as far as an invented payment authority is accepted, and what else needs one. */
async function tryBounds(
  context: ExperimentContext,
  { trialControls, madeUp, whyNotMadeUp: notApplicable }: SubscriptionOpenings,
): Promise<void> {
  const control = isOpen(madeUp) ? madeUp.control : trialControls.least;
  const bounds = (keyword: string) =>
    boundTrials(
      context,
      operation,
      control,
      (one) => isOfPayment(one) && one.keyword === keyword,
      notApplicable,
    );
  const longReference = boundTrials(context, operation, control, (one) => !isOfPayment(one));
  await attemptTogether(context, operation, [...longReference, ...bounds('minLength')]);
  // The nonce is in the name, so the reference is free.
  await attemptTogether(context, operation, bounds('maxLength'), [withReference(digits)]);
  await attempt(context, operation, [
    ...inTwoBytes(context, control),
    ...derivedBoundTrials(context, operation, control),
  ]);
  await tryGateways(context, madeUp);
  await attempt(context, operation, [withoutReference(control, notApplicable)]);
}
