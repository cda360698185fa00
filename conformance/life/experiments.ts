// Requests to create records, and what is listed after them.

import { listingOf } from '../../src/contract/lives.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { experiments } from '../core/context.ts';
import { createdIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { wasRejected } from '../core/status.ts';
import { creationsOf, type Edit } from '../create/attempts.ts';
import { findControls } from '../create/find-controls.ts';
import { isDone, spoiled } from './changes.ts';
import { collectionOfMade, inTurn, readListing, readUntil, reportAfter } from './readings.ts';
import { keysOn } from './relations.ts';

export default experiments('create', {
  /** Lists what was created, and looks there for what was rejected. */
  'create-and-list': (id) => ({
    when: 'last',
    run: (context) =>
      inTurn(context, async () => {
        const operation = operationIn(context.contract, id);
        if (!listingOf(context.contract, operation)) return;
        const { good } = await findControls(context, id);
        if (!good) return;
        const { inTurn: inTurnOfCreations, send } = creationsOf(context, id);
        const create = (edit: Edit) => inTurnOfCreations(() => send(good.control, edit));
        const opening = await create({});
        const known = createdIn(context.contract, opening);
        const collection = known && collectionOfMade(context.contract, { ...known, exchange: opening });
        if (!collection) return;
        let isWhole = true;
        const pages = async () => {
          const listed = await readListing(context, collection);
          isWhole = listed.isWhole;
          return listed.pages;
        };
        // Until the first one is listed, the total may grow by that.
        const isListed = (shown: readonly RunExchange[]): boolean =>
          !isWhole || keysOn(context.contract, shown).has(keyOfId(known.id));
        const { after } = await readUntil(context, pages, isListed);
        const before = after.at(-1);
        const write = await create({});
        if (!before || !isDone(write)) return;
        const what = 'what is listed after a record was created';
        // On a page that is not read it may be listed.
        if (isWhole) await reportAfter(context, operation, 'listed', { what, write }, pages);
        await reportAfter(context, operation, 'counted', { what, write, before }, pages);
        const bad = await create({ edit: (body) => spoiled(operation, body) ?? body });
        if (!wasRejected(bad)) return;
        const rejected = { what: 'what is listed after an invalid request', write: bad };
        await reportAfter(context, operation, 'rejected-not-stored', rejected, pages);
      }),
  }),
});
