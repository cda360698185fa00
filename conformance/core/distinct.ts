import type { OperationId } from '../../src/contract/operations.ts';
import { at, isObject, type Json, type JsonObject, type Path } from '../../src/json/json.ts';
import { printPath } from '../../src/print.ts';
import type { Claim } from './claim.ts';
import { isBrokenAt } from './claims.ts';
import { bare, type CompletedExchange } from './exchange.ts';
import { pathValuesOf } from './operation-of.ts';
import { isUnknown } from './redacted-values.ts';
import { digest } from './same-as-sent.ts';

/** Which text must differ between created records. */
type Distinct = {
  readonly shownAt: Path;
  readonly by?: string;
  /** The operation that deletes a record by this text: it may then be used again. */
  readonly deletion?: OperationId;
  /** The part of the text that is compared; by default all. */
  readonly read?: (text: string) => string;
  /** What two requests must have in common to be compared; by default nothing. */
  readonly within?: (sent: JsonObject) => Json;
  /** What two requests must differ in to be compared; by default anything. */
  readonly apart?: (sent: JsonObject) => Json;
};

/** A check creates a hundred records, and a recording may contain millions. */
const mostRemembered = 8192;

/** A claim that no two created records have the same text at the same time, unless they were asked for the same. */
export const distinct = ({
  shownAt,
  by,
  deletion,
  read = (text) => text,
  within = () => null,
  apart = (sent) => sent,
}: Distinct): Claim => ({
  on: 'responses',
  ...(deletion === undefined ? {} : { alsoReads: deletion }),
  open: () => {
    const known = new Map<string, { readonly askedFor: string; readonly exchange: CompletedExchange }>();
    /** What was asked for in each group; two are enough. */
    const askedIn = new Map<string, Set<string>>();
    return (exchange, judge) => {
      const { accepted, shape, json, operation, request, requestContent } = exchange;
      if (operation === deletion) {
        const deleted = pathValuesOf(judge.contract, request).at(-1) ?? '';
        if (accepted) known.delete(digest([digest(null), read(deleted)]));
        return;
      }
      const found = at(json, ...shownAt);
      // JSON readers round greater numbers, so that two may look the same.
      const shown = Number.isSafeInteger(found) ? String(found) : found;
      if (!shape || !isObject(requestContent.json) || typeof shown !== 'string' || shown === '') return;
      if (isBrokenAt(exchange, shownAt) || isUnknown(exchange, shown)) return;
      const group = digest(within(requestContent.json));
      const askedFor = digest(apart(requestContent.json));
      const key = digest([group, read(shown)]);
      const asked = askedIn.get(group) ?? new Set();
      if (asked.size < 2) asked.add(askedFor);
      if (askedIn.size < mostRemembered) askedIn.set(group, asked);
      const before = known.get(key);
      const isRepeated = before !== undefined && before.askedFor !== askedFor;
      const isAlone = asked.size < 2 || known.size === 0;
      if (!before && known.size < mostRemembered) known.set(key, { askedFor, exchange: bare(exchange) });
      // Records that were asked for the same prove nothing, and neither does one alone.
      if (isAlone || (before && !isRepeated)) return;
      judge.claim(!isRepeated, () => ({
        expected: `${printPath(shownAt)}${by === undefined ? '' : ` of a request with ${by}`} differs from that of every other created record`,
        saw: 'the same in two',
        shown: before ? [before.exchange, exchange] : [exchange],
      }));
    };
  },
});
