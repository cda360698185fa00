import type { OperationId } from '../../src/contract/contract.ts';
import type { OperationProfile } from '../core/profile.ts';
import { profile as applicationKey } from './application-key/profile.ts';
import { profile as nodeProducts } from './node-products/profile.ts';
import { profile as subscription } from './subscription/profile.ts';

/** The operations as the engine sees them, each from its own folder. */
export const profiles: Readonly<Record<OperationId, OperationProfile>> = {
  'application-key': applicationKey,
  subscription: subscription,
  'node-products': nodeProducts,
};
