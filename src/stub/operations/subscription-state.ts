import type { JsonObject } from '../../json/json.ts';
import type { Choices } from '../choices/choices.ts';
import { writeId } from '../replies/members.ts';
import { constantAt } from '../replies/schema.ts';
import { writeInstant } from '../replies/timestamps.ts';
import type { Setup } from '../requests/handler.ts';

type Shown = {
  readonly action: 'cancel' | 'pause' | 'resume';
  readonly canceled: boolean;
  readonly paused: boolean;
  readonly closed: boolean;
  /** The optional timestamps that a subscription in this state has. */
  readonly timestamps: readonly string[];
};

const states: Record<Exclude<Choices['state'], 'none'>, Shown> = {
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
export function subscriptionState({ contract, choices, source }: Setup, now: Date): JsonObject | undefined {
  if (choices.state === 'none') return undefined;
  const { action, canceled, paused, closed } = states[choices.state];
  const path = ['data', 'attributes', 'meta', 'state', 'type'];
  return {
    id: writeId(source.uuid(), choices),
    type: constantAt(contract.operations.subscription.response, path, 'subscription_state'),
    attributes: { action },
    meta: {
      created_at: writeInstant(now, choices),
      canceled,
      paused,
      closed,
      invoice_after: writeInstant(daysAfter(now, 30), choices),
    },
  };
}

/** The optional timestamps of a new subscription: its end, and those of its state. */
export function stateTimestamps({ choices }: Setup, now: Date): Record<string, string> {
  const names = choices.state === 'none' ? [] : states[choices.state].timestamps;
  return {
    ...Object.fromEntries(names.map((name) => [name, writeInstant(now, choices)])),
    end_date: writeInstant(daysAfter(now, 365), choices),
  };
}

const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * 86_400_000);
