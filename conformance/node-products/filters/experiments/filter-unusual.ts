import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { draw, drawFrom } from '../../../core/draw.ts';
import { listingCall } from '../../calls.ts';
import { readingsOf } from '../../listing.ts';
import { type Find, findsOn, wholeQuery } from '../asking.ts';
import { isSurelyTaken } from '../filter.ts';
import { oddFilters, offGrammar } from '../unusual.ts';

/**
 * Sends filters that are unusual, each to some node, the next to the next: what no grammar has, fragments of SQL, what a
 * parser might stumble over. Whatever they bring is judged like any other page.
 */
export default experiment({
  run: async (context) => {
    const readings = await readingsOf(context);
    const full = readings.filter(({ pages }) => (pages[0]?.size ?? 0) > 1);
    const able = full.length > 0 ? full : readings;
    const structure = listOf(context.contract);
    const drawn = draw(context.seed, 'off grammar', offGrammar(structure), Math.ceil(context.draws / 10));
    const count = oddFilters(structure, '', '').length + drawn.length;
    for (let index = 0; index < count; index += 1) {
      const { node, pages } = able[index % able.length] ?? {};
      if (!node || !pages) return;
      const value = plainOf(findsOn(pages, 'name'), index) ?? 'Tent';
      const slug = plainOf(findsOn(pages, 'slug'), index) ?? 'tent';
      const filters = [...oddFilters(structure, value, slug), ...drawn.map((around) => around(value))];
      await context.exchange(listingCall(context, node, { ...wholeQuery, filter: filters[index] ?? '' }));
    }

    function plainOf(finds: readonly Find[], index: number): string | undefined {
      return drawFrom(
        context.seed,
        `odd ${index}`,
        finds.filter(({ value }) => isSurelyTaken(value)),
        1,
      )[0]?.value;
    }
  },
});
