import { at } from '../wire/json.ts';
import { createIntegerReader, type Settle } from './integer-parameter.ts';
import type { Setup } from './operation.ts';
import type { Problem } from './refusal.ts';

/** Which part of a listing to show. */
export type Page = { readonly offset: number; readonly limit: number };

/** A page as it was asked for, and what is wrong with the asking. */
export type ReadPage = { readonly page: Page; readonly problems: readonly Problem[] };

/** Builds what reads `page[offset]` and `page[limit]`; all bounds are the contract's. */
export function createPageReader(setup: Setup): (query: ReadonlyMap<string, string>) => ReadPage {
  const { choices, contract } = setup;
  const stated = at(contract.operations['node-products'].response, 'properties', 'data', 'maxItems');
  const maximum = typeof stated === 'number' ? stated : Number.POSITIVE_INFINITY;
  const usual = Math.min(choices['default-page-size'], maximum);

  const settleOffset: Settle = (offset) => {
    if (offset >= 0) return offset;
    return choices['offset-negative'] === 'zero' ? 0 : { what: 'is below nought', choice: 'offset-negative' };
  };
  const settleLimit: Settle = (limit) => {
    if (limit < 0) {
      const refused = { what: 'is below nought', choice: 'limit-negative' } as const;
      return choices['limit-negative'] === 'default' ? usual : refused;
    }
    if (limit === 0) {
      const refused = { what: 'is nought', choice: 'limit-zero' } as const;
      return { refused, empty: 0, default: usual }[choices['limit-zero']];
    }
    if (limit <= maximum || choices['page-maximum'] === 'none') return limit;
    const refused = { what: `is above ${maximum}`, choice: 'limit-over-maximum' } as const;
    return choices['limit-over-maximum'] === 'capped' ? maximum : refused;
  };

  const readOffset = createIntegerReader(setup, 'page[offset]', settleOffset);
  const readLimit = createIntegerReader(setup, 'page[limit]', settleLimit);
  return (query) => {
    const offset = readOffset(query, 0);
    const limit = readLimit(query, usual);
    return {
      page: { offset: offset.value, limit: limit.value },
      problems: [...offset.problems, ...limit.problems],
    };
  };
}
