import type { Call } from '../../../src/http/exchange.ts';
import type { ChoiceContext, ChoiceEvidence } from '../../core/observation.ts';
import { type Observed, type Other, other, outcomeAs } from '../../core/observed.ts';
import { isAccepted } from '../../core/status.ts';
import type { NodeTarget } from '../../core/target.ts';
import { tried, tryReads } from '../../create/observing.ts';
import { idsIn, productsIn } from '../../core/observing.ts';
import { listingCall, type Query } from '../calls.ts';
import { fullestNode } from './listed-nodes.ts';

/**
 * Asks the fullest node, where it shows at least that many products, for one page in another way; `recode` makes that
 * request from the default one.
 */
export const askOtherwise =
  (least: number, baseline: Query, recode: (call: Call, context: ChoiceContext, node: NodeTarget) => Call) =>
  async (context: ChoiceContext): Promise<void> => {
    const { node } = await fullestNode(context, least);
    const control = listingCall(context, node, baseline);
    await tryReads(context, control, { '': recode(control, context, node) });
  };

/** How an observation finds out whether a page is served that is asked for in another way. */
export const whetherServed = <const Served extends string, const Rejected extends string>(
  recode: (call: Call) => Call,
  served: Served,
  rejected: Rejected,
) => ({
  gather: askOtherwise(0, { limit: 2 }, recode),
  read: (seen: ChoiceEvidence): Served | Rejected | Other => outcomeAs(tried(seen).answer, served, rejected),
});

/** How an observation finds out what a limit that makes no sense returns, compared with a listing without any. */
export const oddLimit = (limit: number) => ({
  gather: askOtherwise(2, {}, (_, context, node) => listingCall(context, node, { limit, offset: 0 })),
  read: (seen: ChoiceEvidence): Observed<'limit-zero'> => {
    const { answer, control } = tried(seen);
    if (!isAccepted(answer)) return outcomeAs(answer, 'default', 'rejected');
    const products = productsIn(seen, answer);
    if (products.length === 0) return 'empty';
    const baseline = productsIn(seen, seen.assume(control, 'no page was returned without a limit'));
    return products.length === baseline.length ? 'default' : other(`a page of ${products.length}`);
  },
});

/** Whether the page that was asked for in another way has the products of the default one, or the first of them. */
export function isDefaultPage(seen: ChoiceEvidence, count = Number.POSITIVE_INFINITY): boolean {
  const { answer, control } = tried(seen);
  const baseline = seen.assume(control, 'the unchanged page was not returned');
  return String(idsIn(seen, answer)) === String(idsIn(seen, baseline).slice(0, count));
}
