import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import type { Query } from '../../calls.ts';
import { numbered } from '../../calls.ts';
import { readingsOf } from '../../listing.ts';
import { askForNobody, wholeQuery } from '../asking.ts';
import type { Attribute } from '../filter.ts';
import { attributesThat } from '../filter.ts';

/** How each attribute is asked for; without a limit a server may go another way. */
const manners = (attribute: Attribute): readonly Query[] =>
  attribute === 'name' ? [wholeQuery, { limit: 1, offset: 0 }] : attribute === 'id' ? [wholeQuery] : [{}];

/** Asks for names, slugs and ids that no product can have, each of some node that has products. */
export default experiment({
  run: async (context) => {
    const filled = (await readingsOf(context)).filter(({ pages: [first] }) => (first?.size ?? 0) > 0);
    for (const attribute of attributesThat(listOf(context.contract)))
      for (const manner of manners(attribute))
        for (const { node, pages } of choose(attribute, manner))
          if (pages[0]) await askForNobody(context, node, attribute, pages[0], manner);

    /** What was asked of the last node before all else need not be asked of another. */
    function choose(attribute: Attribute, manner: Query) {
      const last = filled.filter(({ node }) => node === context.target.nodes.at(-1));
      return attribute === 'name' && manner === wholeQuery && last.length > 0
        ? last
        : drawFrom(
            context.seed,
            `nobody ${attribute} ${numbered(context.contract, manner).limit}`,
            filled,
            1,
          );
    }
  },
});
