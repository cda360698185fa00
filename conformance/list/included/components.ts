import { onceFor } from '../../../src/once.ts';
import type { Item, Listing, Page } from '../../core/evidence.ts';
import type { Target } from '../../core/target.ts';

/** The ids that the components of products name, each once, in lower case. */
export const namedOn = ({ items }: Page): string[] => [
  ...new Set(items.flatMap(({ components }) => components)),
];

/** The ids of all products that the target file declares live, in lower case. */
export const declaredLive = onceFor(
  ({ nodes, live = [] }: Target): ReadonlySet<string> =>
    new Set([...live, ...nodes.flatMap((node) => node.live ?? [])].map((id) => id.toLowerCase())),
);

/** Whether every product of a page shows whether it is a bundle, and none is. */
export const isWithoutBundles = (items: readonly Item[]): boolean =>
  items.every(({ isBundle }) => isBundle === false);

/** Those of some products that are known to be live, and the pages that show it; the operator's word needs none. */
export function liveAmong(
  { liveInHierarchy }: Listing,
  ids: readonly string[],
): { readonly ids: readonly string[]; readonly witnesses: readonly Page[] } {
  const live = ids.filter((id) => liveInHierarchy.has(id));
  return { ids: live, witnesses: [...new Set(live.flatMap((id) => liveInHierarchy.get(id) ?? []))] };
}
