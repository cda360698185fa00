import type { Field } from '../../../core/look.ts';
import type { NodeTarget } from '../../../core/target.ts';
import { linkNames } from '../../read-page.ts';
import { listingCall, type Query } from '../calls.ts';
import { list } from '../listing.ts';
import { linksNamed, targetOf } from './following.ts';

/** Asks for a page and for whatever its links lead to, as they are spelled; of a link its first form stands for all. */
export async function followFrom(field: Field, node: NodeTarget, query: Query): Promise<void> {
  const { page } = await list(field, node, query);
  const targets = linkNames.flatMap((name) => {
    const [link] = linksNamed(page, name);
    return typeof link === 'string' ? (targetOf(field.target.baseUrl, page, link) ?? []) : [];
  });
  const { headers, method } = listingCall(field, node, {});
  await Promise.all([...new Set(targets)].map((target) => field.exchange({ method, target, headers })));
}
