import { listOf } from '../../../../src/contract/list.ts';
import { experiment } from '../../../core/context.ts';
import { listingCall } from '../../calls.ts';
import { readingsOf } from '../../listing.ts';
import { followFrom } from '../../pages/follow-links.ts';
import { ask, wholeQuery } from '../asking.ts';
import { filterFor, isEncodable, takes } from '../filter.ts';

/** What names hold that servers lose them by: decoding them twice, escaping, folding or cutting them. */
const signs = [
  /\+/,
  /%(?![0-9a-f]{2})/i,
  /%[0-9a-f]{2}/i,
  /&/,
  /#/,
  /=/,
  /</,
  / {2}/,
  /[\u00c0-\u024f]/,
  /\p{L}\p{M}/u,
  /\p{Extended_Pictographic}/u,
  /^.{256}/,
];

/**
 * Asks for the first name with each of these signs, for its spelling without accents and without the second of two spaces,
 * and follows the links of pages whose filter means
 * something else unless they encode it.
 */
export default experiment({
  run: async (context) => {
    if (!takes(listOf(context.contract), 'name')) return;
    const shown = (await readingsOf(context)).flatMap(({ node, pages }) =>
      pages.flatMap((page) =>
        page.items.flatMap(({ name }) =>
          name !== undefined && isEncodable(name) ? [{ node, page, name }] : [],
        ),
      ),
    );
    const chosen = signs.flatMap((sign) => shown.find(({ name }) => sign.test(name)) ?? []);
    for (const { node, page, name } of new Set(chosen)) {
      await ask(context, node, filterFor(listOf(context.contract), 'name', name), wholeQuery, {
        clause: 'node-products/filter-encodable-served',
        shownOn: page,
        still: ({ items }) => items.some((one) => one.name === name),
      });
      const folded = name
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .replace(/ +/g, ' ');
      // One name with accents is enough, and those that have them after their letters are rarer.
      if (folded.normalize() === name.normalize() || name !== name.normalize()) continue;
      await context.exchange(
        listingCall(context, node, {
          ...wholeQuery,
          filter: filterFor(listOf(context.contract), 'name', folded),
        }),
      );
    }
    const linked = new Set(chosen.filter(({ name }) => /[&+]/.test(name)));
    for (const { node, name } of linked)
      await followFrom(context, node, {
        filter: filterFor(listOf(context.contract), 'name', name),
        limit: 1,
        offset: 0,
      });
  },
});
