import type { ExperimentContext } from '../../core/context.ts';
import type { NodeTarget } from '../../core/target.ts';
import { linkNames } from '../../interface/read-page.ts';
import { listingCall, type Query } from '../calls.ts';
import { list } from '../listing.ts';
import { linksNamed, targetOf } from './following.ts';

/** Asks for a page and for whatever its links lead to, as they are spelled; of a link its first form stands for all. */
export async function followFrom(context: ExperimentContext, node: NodeTarget, query: Query): Promise<void> {
  const { page } = await list(context, node, query);
  const targets = linkNames.flatMap((name) => {
    const [link] = linksNamed(page, name);
    return typeof link === 'string' ? (targetOf(context.target, page, link) ?? []) : [];
  });
  const { headers, method } = listingCall(context, node, {});
  await Promise.all([...new Set(targets)].map((target) => context.exchange({ method, target, headers })));
}
