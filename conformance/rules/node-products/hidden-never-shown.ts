import { eachNode } from '../../engine/nodes.ts';
import type { Probe } from '../../engine/probe.ts';
import { rule } from '../../engine/rule.ts';
import type { NodeTarget } from '../../engine/target.ts';
import { filtersFor, hiddenIds } from '../../listing/hidden.ts';
import { idOf, list, type Page, shownIds, wholePage } from '../../listing/listing.ts';
import { identity } from '../../listing/needs.ts';
import { eachFiltered, filteredPages, plainPages } from '../../listing/seen-pages.ts';
import { wholes } from '../../listing/whole.ts';
import { reveal, revealAtEnd, revealBySlug } from '../../mutants/hidden.ts';

export default rule({
  clause: 'products-hidden-never-shown',
  title: 'a product that is attached but not live is never shown',
  needs: [...identity],
  evidence: 'live',
  check: async (probe) => {
    probe.occasion(
      probe.target.nodes.length > 0,
      'no node to list is known',
      'nodes: [{ hierarchy: …, node: … }]',
    );
    const known = probe.target.nodes.some(({ hidden }) => (hidden?.length ?? 0) > 0);
    probe.occasion(
      known,
      'no hidden product is known',
      'nodes: [{ …, hidden: [ids attached but not live] }]',
    );
    for (const whole of await wholes(probe)) {
      const pages = [...(await plainPages(probe, whole)), ...(await filteredPages(probe, whole))];
      for (const page of pages) mustNotShow(probe, whole.node, page);
    }
    await eachNode(probe, async (node) => {
      const { hidden = [] } = node;
      const drawn = hidden[Math.abs(probe.seed) % hidden.length];
      const sought = probe.occasion(drawn, 'no hidden product of the node is known');
      const [live] = shownIds((await list(probe, node, { limit: wholePage, offset: 0 })).products);
      for (const filter of filtersFor(sought, live))
        mustNotShow(probe, node, await list(probe, node, { filter, limit: wholePage, offset: 0 }));
    });
    for (const attribute of ['name', 'slug'] as const) {
      await eachFiltered(probe, attribute, ({ node }, page) => mustNotShow(probe, node, page));
    }
  },
  mutants: [
    {
      name: 'a draft is shown when its id is asked for with another',
      wireFor: reveal(({ filter }) => filter?.startsWith('in(id,') === true && filter.includes(',', 6)),
    },
    { name: 'a draft is shown when it is asked for by its own slug', wireFor: revealBySlug },
    {
      name: 'a draft is shown when it is asked for by id',
      wireFor: reveal(({ filter }) => filter?.startsWith('in(id,') === true),
    },
    { name: 'a draft stands in the place of the last product', wireFor: revealAtEnd },
    {
      name: 'a draft is shown under a filter by name',
      wireFor: reveal(({ filter }) => filter?.startsWith('eq(name,') === true),
    },
  ],
});

function mustNotShow(probe: Probe, node: NodeTarget, { answer, products }: Page): void {
  const ids = hiddenIds(node);
  for (const [index, product] of products.entries()) {
    const shown = ids.find((id) => id === idOf(product));
    probe.must(
      shown === undefined,
      'no product that is not live',
      `the hidden product ${shown} as data[${index}]`,
      answer,
    );
  }
  if (products.length === 0) probe.must(true, 'no product that is not live', 'none', answer);
}
