import { listOf } from '../../../../src/contract/list.ts';
import type { Call } from '../../../../src/http/exchange.ts';
import { experiment } from '../../../core/context.ts';
import { drawFrom } from '../../../core/draw.ts';
import { readFirst } from '../../listing.ts';
import { ask, askForFind, findsOn, wholeQuery } from '../asking.ts';
import { attributesThat, filterFor, isSurelyTaken } from '../filter.ts';

/** Ways to write the same filter that form encoders and clients have. */
const codings: readonly ((filter: string) => string)[] = [
  (filter) => filter.replace(',', '%2C'),
  (filter) => filter.replace('(', '%28').replace(')', '%29'),
  (filter) => filter.replace('(', '%28').replace(',', '%2C').replace(')', '%29'),
];

/** Asks a node that has products for some of them with the comma and the parentheses percent-encoded. */
export default experiment({
  run: async (context) => {
    for (const node of context.target.nodes) {
      const pages = await readFirst(context, node);
      const finds = attributesThat(listOf(context.contract))
        .toReversed()
        .flatMap((attribute) =>
          drawFrom(
            context.seed,
            `encoded ${attribute}`,
            findsOn(pages, attribute).filter(({ value }) => isSurelyTaken(value)),
            1,
          ),
        );
      if (finds.length === 0) continue;
      for (const [index, coding] of codings.entries()) {
        const find = finds[index % finds.length];
        if (!find) continue;
        // Where the filter is rejected as the specification shows it, another coding of it says nothing.
        if (!(await askForFind(context, node, find))) continue;
        const taking = {
          clause: 'node-products/filter-encoded',
          what: `an encoded filter for ${find.value}`,
          shownOn: find.page,
        };
        await ask(
          context,
          node,
          filterFor(listOf(context.contract), find.attribute, find.value),
          wholeQuery,
          taking,
          recoded(coding),
        );
      }
      return;
    }
  },
});

const recoded =
  (coding: (filter: string) => string) =>
  (call: Call): Call => ({
    ...call,
    target: call.target.replace(/(?<=[?&]filter=)[^&]*/, (filter) => coding(filter)),
  });
