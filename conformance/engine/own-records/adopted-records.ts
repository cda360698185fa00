// Records of this run that only a listing shows, since no response to a creation returned them.

import type { Contract } from '../../../src/contract/contract.ts';
import { pathOfCreated } from '../../../src/contract/created-paths.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { shownIdOf } from '../../../src/contract/record.ts';
import { creatorOf } from '../../../src/contract/related-operations.ts';
import { type HttpRequest, pathIn } from '../../../src/http/exchange.ts';
import { type Json, withAt } from '../../../src/json/json.ts';
import { linkSourceOf } from '../../core/created.ts';
import type { CollectionName } from '../../core/target.ts';
import { pathsBy } from './record-keys.ts';
import { mayLeadElsewhere } from './unsafe-ids.ts';
import type { OwnRecord } from './whose-record.ts';

/** What a run would know of a listed record if it created it; undefined if nothing finds it for certain. */
export function adoptedFrom(
  contract: Contract,
  listing: Operation,
  record: Json,
  request: HttpRequest,
  collection: CollectionName,
): OwnRecord | undefined {
  const creation = creatorOf(contract, listing.id);
  const id = shownIdOf(listing, record);
  if (!creation || id === undefined || mayLeadElsewhere(id)) return undefined;
  const source = linkSourceOf(contract, listing, request);
  return {
    creation: creation.id,
    id,
    paths: pathsBy(contract, creation, (one) => pathOfCreated(one, creation, id, source)),
    collection,
    createdAt: pathIn(request.target),
    sent: withAt({}, creation.sentIn, record),
    changed: [],
    isDeleted: false,
    isProven: true,
    askedAt: 0,
    since: performance.now(),
  };
}
