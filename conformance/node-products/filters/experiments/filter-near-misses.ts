import fc from 'fast-check';
import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { draw, drawFrom } from '../../../core/draw.ts';
import { listingCall } from '../../calls.ts';
import { readingsOf } from '../../listing.ts';
import { findsOn, wholeQuery } from '../asking.ts';
import { attributesThat, filterFor } from '../filter.ts';
import { canBeMissed, misses, patterns, words } from '../near-misses.ts';

/**
 * Asks for names and slugs that miss a real one narrowly, and for words that some language takes for another value. Every
 * way to miss goes to some node, the next way to the next node. An id that misses one is asked for, too.
 */
export default experiment({
  run: async (context) => {
    const letters = draw(
      context.seed,
      'letters',
      fc.constantFrom(...'bcdfghjklmnprstvwz0123456789'),
      misses.length,
    );
    const readings = await readingsOf(context);
    for (const [turn, attribute] of attributesThat(listOf(context.contract))
      .filter((key) => key !== 'id')
      .entries()) {
      const able = readings
        .map(({ node, pages }) => ({
          node,
          finds: findsOn(pages, attribute).filter(({ value }) => canBeMissed(value)),
        }))
        .filter(({ finds }) => finds.length > 1);
      const ask = async (place: number, what: string, make: (value: string) => string): Promise<void> => {
        const { node, finds = [] } = able[(place + turn) % able.length] ?? {};
        const [find] = drawFrom(context.seed, `${what} ${attribute} ${place}`, finds, 1);
        if (!node || !find) return;
        const filter = filterFor(listOf(context.contract), attribute, make(find.value));
        await context.exchange(listingCall(context, node, { ...wholeQuery, filter }));
      };
      for (const [index, way] of misses.entries())
        await ask(index, 'miss', (value) => way(value, letters[index] ?? 'z'));
      for (const [index, way] of patterns.entries()) await ask(index, 'pattern', (value) => way(value, ''));
      for (const [index, word] of words.entries()) await ask(index, 'word', () => word);
    }
    const ids = readings.flatMap(({ node, pages }) =>
      findsOn(pages, 'id').map(({ value }) => ({ node, value })),
    );
    const known = new Set(ids.map(({ value }) => value.toLowerCase()));
    const [one] = drawFrom(context.seed, 'miss id', ids, 1);
    const missed = one && otherEnds(one.value).find((value) => !known.has(value.toLowerCase()));
    if (one === undefined || missed === undefined) return;
    const filter = filterFor(listOf(context.contract), 'id', missed);
    await context.exchange(listingCall(context, one.node, { ...wholeQuery, filter }));
  },
});

/** Ids that differ in the last digit alone. */
const otherEnds = (id: string): string[] => [...'0123456789abcdef'].map((digit) => id.slice(0, -1) + digit);
