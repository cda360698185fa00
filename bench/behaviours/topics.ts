import type { Behaviour } from './behaviour.ts';
import { changes } from './topics/changes.ts';
import { connections } from './topics/connections.ts';
import { creations } from './topics/creations.ts';
import { gateways } from './topics/gateways.ts';
import { keysAndQuotas } from './topics/keys-and-quotas.ts';
import { limiters } from './topics/limiters.ts';
import { listings } from './topics/listings.ts';
import { order } from './topics/order.ts';
import { payments } from './topics/payments.ts';
import { replies } from './topics/replies.ts';

/** Every conforming behaviour, by what it is about. */
export const topics: Readonly<Record<string, readonly Behaviour[]>> = {
  creations,
  payments,
  'keys-and-quotas': keysAndQuotas,
  limiters,
  gateways,
  listings,
  order,
  changes,
  connections,
  replies,
};
