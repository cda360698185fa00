import { hiddenLine } from '../../../core/remedies.ts';
import { rule } from '../../../core/rule.ts';
import type { NodeTarget, Target } from '../../../core/target.ts';
import { eachPage } from '../../../interface/claims.ts';
import { hiddenIds } from '../../../interface/node-products/filters/hidden.ts';
import { reveal, revealAtEnd, revealBySlug } from '../../../mutants/node-products/hidden.ts';
import { looksFor, looksForList } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a product that the target file lists as hidden is never listed',
  shows: 'live',
  claims: [
    eachPage(({ page }, judge) => {
      if (!page.node) return;
      const hidden = hiddenFrom(judge.target, page.node);
      if (hidden.size === 0) return judge.untested('no hidden product is known', hiddenLine(judge.target));
      for (const [index, { id }] of page.items.entries())
        if (id !== undefined)
          judge.claim(!hidden.has(id), () => ({
            expected: 'only live products',
            saw: `the hidden product ${id} as data[${index}]`,
            shown: [page.exchange],
          }));
    }),
  ],
  mutants: [
    {
      name: 'a draft is shown when its id is asked for with another',
      wireFor: reveal(looksForList),
    },
    { name: 'a draft is shown when it is asked for by its own slug', wireFor: revealBySlug },
    {
      name: 'a draft is shown when it is asked for by id',
      wireFor: reveal((query) => looksFor(query, 'id')),
    },
    { name: 'a draft replaces the last product', wireFor: revealAtEnd },
    {
      name: 'a draft is shown under a filter by name',
      wireFor: reveal((query) => looksFor(query, 'name')),
    },
    {
      name: 'a draft is shown under a fragment of SQL',
      wireFor: reveal((query) => looksFor(query, 'name', /' OR /i)),
    },
    {
      name: 'a draft is shown behind an offset into a filtered listing',
      wireFor: reveal(({ filter, offset }) => filter !== undefined && offset > 0),
    },
  ],
});

const known = new WeakMap<NodeTarget, ReadonlySet<string>>();

/**
 * Ids that no page of a node shows. A product that is not live is so in every node of its hierarchy, unless the operator
 * says otherwise; another hierarchy may have been published at another time.
 */
function hiddenFrom({ nodes, hidden: everywhere = [] }: Target, node: NodeTarget): ReadonlySet<string> {
  const made = known.get(node);
  if (made) return made;
  const live = new Set([...(node.live ?? []), ...(node.curated ?? [])].map((id) => id.toLowerCase()));
  const siblings = [
    { hidden: everywhere },
    ...nodes.filter(({ hierarchy }) => hierarchy.toLowerCase() === node.hierarchy.toLowerCase()),
  ];
  const hidden = new Set([...hiddenIds(node), ...siblings.flatMap(hiddenIds).filter((id) => !live.has(id))]);
  known.set(node, hidden);
  return hidden;
}
