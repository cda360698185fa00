import { at, type Json, withAt, withoutAt } from '../../../src/json/json.ts';
import type { ExperimentContext } from '../../core/context.ts';
import { attempt, type Trial } from '../../creations/attempts.ts';
import type { Control } from '../../creations/creations.ts';
import type { TrialControls } from '../../creations/trials/constraints.ts';
import { isOpen, type Opening, reportNotApplicable, tellOpening } from '../../creations/trials/openings.ts';
import { gatewayPath, gatewaysOf } from '../controls.ts';

/** Payment authorities to be rejected that no keyword of the contract rejects alone (READINGS 6). */
export function paymentTrials({ least, full = least, whyNotFull }: TrialControls): Trial[] {
  const common = {
    expects: 'rejection' as const,
    control: full,
    ...(whyNotFull ? { notApplicable: whyNotFull } : {}),
  };
  return [
    {
      ...common,
      clause: 'subscription/request-payment-authority-empty',
      what: 'a request with an empty payment_authority',
      edit: (control) => withAt(control, ['data', 'payment_authority'], {}),
    },
  ];
}

/** Tries an invented payment authority at every gateway: all have to be taken where the operator says so (READINGS 5). */
export async function tryGateways(context: ExperimentContext, madeUp: Opening | undefined): Promise<void> {
  const [declared] = context.target.subscriptions;
  const accepted = isOpen(madeUp) ? at(madeUp.control(declared), ...gatewayPath) : undefined;
  for (const gateway of gatewaysOf(context)) {
    const clause = 'subscription/request-payment-type-each';
    const acceptance = { clause, what: `a request with payment_authority.type ${JSON.stringify(gateway)}` };
    if (declared.payment !== 'any') {
      const why = 'a server may have one gateway, and the target file declares no other';
      reportNotApplicable(context, 'subscription', acceptance, why, 'subscription: { payment: any }');
    } else if (isOpen(madeUp) && gateway === accepted) {
      tellOpening(context, 'subscription', acceptance, madeUp.exchange, true);
    } else if (madeUp) {
      const edit = (body: Json): Json => withAt(body, gatewayPath, gateway);
      await attempt(context, 'subscription', [
        { ...acceptance, expects: 'acceptance', control: madeUp.control, edit },
      ]);
    }
  }
}

/** A paid request without external reference: the name of the payer has the nonce. */
export const withoutReference = (control: Control, notApplicable: Trial['notApplicable']): Trial => ({
  clause: 'subscription/request-external-ref-optional',
  what: 'a request without external_ref',
  expects: 'acceptance',
  control,
  edit: (body) => withoutAt(body, ['data', 'external_ref']),
  ...(notApplicable ? { notApplicable } : {}),
});
