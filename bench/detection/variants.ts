import { carried } from './carried.ts';
import { conforming } from './conforming.ts';
import { strangersInListings } from './strangers-in-listings.ts';
import { strangersInReplies } from './strangers-in-replies.ts';
import { strangersInRequests } from './strangers-in-requests.ts';
import { strangersSecondCreations } from './strangers-second-creations.ts';
import { strangersSecondListings } from './strangers-second-listings.ts';
import type { Variant } from './variant.ts';

/** Every server of the bench, the conforming ones first. */
export const variants: readonly Variant[] = [
  ...conforming,
  ...carried,
  ...strangersInRequests,
  ...strangersInReplies,
  ...strangersInListings,
  ...strangersSecondCreations,
  ...strangersSecondListings,
];
