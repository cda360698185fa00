import { listOf } from '../../../contract/list.ts';
import type { Problem } from '../../replies/rejection.ts';
import type { Setup } from '../../requests/handler.ts';
import { createIntegerReader, type Decide } from './integer-parameter.ts';

/** Which part of a listing to show. */
export type PageWindow = { readonly offset: number; readonly limit: number };

/** The requested page, and what is wrong with the request for it. */
type ReadPage = { readonly page: PageWindow; readonly problems: readonly Problem[] };

/** Creates the reader of the parameters that cut pages, with their names and bounds in the contract. */
export function createPageReader(setup: Setup): (query: ReadonlyMap<string, string>) => ReadPage {
  const { choices, contract } = setup;
  const { bounds, names } = listOf(contract);
  const { held: maximum, largest } = bounds;
  const usual = Math.min(choices['default-page-size'], largest);

  const decideOffset: Decide = (offset) => {
    if (offset >= 0) return offset;
    return choices['offset-negative'] === 'zero' ? 0 : { what: 'is negative', choice: 'offset-negative' };
  };
  const decideLimit: Decide = (limit) => {
    if (limit < 0) {
      const rejected = { what: 'is negative', choice: 'limit-negative' } as const;
      return choices['limit-negative'] === 'default' ? usual : rejected;
    }
    if (limit === 0) {
      const rejected = { what: 'is zero', choice: 'limit-zero' } as const;
      return { rejected, empty: 0, default: usual }[choices['limit-zero']];
    }
    if (limit <= maximum) return limit;
    const rejected = { what: `is above ${maximum}`, choice: 'limit-over-maximum' } as const;
    return choices['limit-over-maximum'] === 'capped' ? maximum : rejected;
  };

  const readOffset = createIntegerReader(setup, names.offset, decideOffset);
  const readLimit = createIntegerReader(setup, names.limit, decideLimit);
  return (query) => {
    const offset = readOffset(query, 0);
    const limit = readLimit(query, usual);
    return {
      page: { offset: offset.value, limit: limit.value },
      problems: [...offset.problems, ...limit.problems],
    };
  };
}
