import { isAccepted } from '../engine/acceptance.ts';
import { anyNode } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import { findable } from './harvest.ts';
import { idsOf, list, listingCall, readPage, wholePage } from './listing.ts';

/** Claims that filters made around a value that would be found are not answered as if they were absent. */
export const mustNotBeIgnored = (
  probe: Probe,
  filters: (value: string) => readonly string[],
): Promise<void> =>
  anyNode(probe, async (node) => {
    const whole = await list(probe, node, { limit: wholePage, offset: 0 });
    const ids = probe.occasion(idsOf(whole.products), 'not every product shows its id');
    probe.occasion(ids.length > 1, 'no node has two products');
    for (const filter of filters(findable(whole.products))) {
      const answer = await probe.send(listingCall(probe, node, { filter, limit: wholePage, offset: 0 }));
      probe.given(answer.reply.status < 500, `${filter} was answered ${answer.reply.status}`);
      const absent =
        isAccepted(answer) && JSON.stringify(idsOf(readPage(probe, answer).products)) === JSON.stringify(ids);
      probe.must(
        !absent,
        `${filter} is refused or matches nothing`,
        'the whole listing',
        answer,
        whole.answer,
      );
    }
  });
