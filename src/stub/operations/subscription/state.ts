import type { Json, JsonObject } from '../../../json/json.ts';
import type { Choices } from '../../choices/choices.ts';
import { constantAt } from '../../replies/schema.ts';
import type { Setup } from '../../requests/handler.ts';
import type { Shown } from './values.ts';

type State = {
  readonly action: 'cancel' | 'pause' | 'resume';
  readonly canceled: boolean;
  readonly paused: boolean;
  readonly closed: boolean;
  /** The optional timestamps that a subscription in this state has. */
  readonly timestamps: readonly string[];
};

const states: Record<Exclude<Choices['state'], 'none'>, State> = {
  resumed: {
    action: 'resume',
    canceled: false,
    paused: false,
    closed: false,
    timestamps: ['paused_at', 'resumed_at'],
  },
  paused: { action: 'pause', canceled: false, paused: true, closed: false, timestamps: ['paused_at'] },
  cancelled: { action: 'cancel', canceled: true, paused: false, closed: false, timestamps: ['canceled_at'] },
  closed: { action: 'cancel', canceled: true, paused: false, closed: true, timestamps: ['canceled_at'] },
};

/** The state of a new subscription, if it has one. */
export function subscriptionState({ contract, choices }: Setup, shown: Shown): JsonObject | undefined {
  if (choices.state === 'none') return undefined;
  const { action, canceled, paused, closed } = states[choices.state];
  const path = ['data', 'attributes', 'meta', 'state', 'type'];
  return {
    id: shown.state ?? null,
    type: constantAt(contract.operations.subscription.response, path, 'subscription_state'),
    attributes: { action },
    meta: {
      created_at: shown.now ?? null,
      canceled,
      paused,
      closed,
      invoice_after: shown.inAMonth ?? null,
    },
  };
}

/** The optional timestamps of a new subscription: its end, and those of its state. */
export function stateTimestamps({ choices }: Setup, shown: Shown): Record<string, Json | undefined> {
  const names = choices.state === 'none' ? [] : states[choices.state].timestamps;
  return { ...Object.fromEntries(names.map((name) => [name, shown.now])), end_date: shown.inAYear };
}
