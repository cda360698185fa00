import fc from 'fast-check';
import { draw, drawFrom } from '../../core/draw.ts';
import { experiment } from '../../core/look.ts';
import { listingCall } from '../../interface/calls.ts';
import { findsOn, wholeQuery } from '../../interface/filters/asking.ts';
import { filterFor } from '../../interface/filters/filter.ts';
import { canBeMissed, misses, otherCase } from '../../interface/filters/near-misses.ts';
import { walksOf } from '../../interface/listing.ts';

/**
 * Asks for names and slugs that miss a real one narrowly: every way to miss goes to some node, the next way to the next
 * node.
 */
export default experiment({
  run: async (field) => {
    const ways = [...misses, otherCase];
    const letters = draw(
      field.seed,
      'letters',
      fc.constantFrom(...'bcdfghjklmnprstvwz0123456789'),
      ways.length,
    );
    const walks = await walksOf(field);
    for (const attribute of ['name', 'slug'] as const) {
      const able = walks
        .map(({ node, pages }) => ({
          node,
          finds: findsOn(pages, attribute).filter(({ value }) => canBeMissed(value)),
        }))
        .filter(({ finds }) => finds.length > 1);
      for (const [index, way] of ways.entries()) {
        const { node, finds = [] } = able[index % able.length] ?? {};
        const [find] = drawFrom(field.seed, `miss ${attribute} ${index}`, finds, 1);
        if (!node || !find) continue;
        const filter = filterFor(attribute, way(find.value, letters[index] ?? 'z'));
        await field.exchange(listingCall(field, node, { ...wholeQuery, filter }));
      }
    }
  },
});
