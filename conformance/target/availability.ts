import type { OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations/operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import type { Answer, Listing, Page } from '../core/evidence.ts';
import { printCall } from '../core/print.ts';
import { shortServerMessage } from '../core/server-message.ts';
import type { NodeTarget } from '../core/target.ts';
import type { Unavailable } from '../core/unavailable.ts';
import type { Result } from '../core/verdict.ts';
import { countedAs } from '../interface/operation-of.ts';
import { isGone, isOutside } from '../interface/unavailable.ts';
import { plainPages } from '../interface/whole.ts';
import { isPromised } from '../node-products/pages/serving.ts';

/** Knows which operations, and which nodes, accepted a request of the run. */
type Availability = {
  readonly takeAnswer: (answer: Answer) => void;
  readonly wasAccepted: (about: { readonly operation: OperationId; readonly node?: NodeTarget }) => boolean;
};

/** Watches the responses of a run: one that is accepted shows that its operation is there. */
export function watchAvailability(): Availability {
  const operations = new Set<OperationId>();
  const nodes = new Set<NodeTarget>();
  return {
    takeAnswer: ({ operation, accepted, page }) => {
      if (!accepted) return;
      operations.add(operation);
      if (page?.node) nodes.add(page.node);
    },
    wasAccepted: ({ operation, node }) => (node ? nodes.has(node) : operations.has(operation)),
  };
}

/**
 * Results as they are to be read: where an operation accepted nothing, rules that saw no data lack what would make it
 * accept something.
 */
export function withCause(
  results: readonly Result[],
  wasAccepted: Availability['wasAccepted'],
): readonly Result[] {
  const causes = Map.groupBy(
    results.filter(({ verdict, remedy }) => verdict === 'untested' && remedy !== undefined),
    ({ operation }) => operation,
  );
  return results.map((result) => {
    const { operation, verdict, remedy, because } = result;
    const [cause] = causes.get(operation) ?? [];
    const isOpen = verdict === 'untested' && remedy === undefined && because === undefined;
    if (operation === undefined || !isOpen || !cause || wasAccepted({ operation })) return result;
    return {
      ...result,
      why: cause.why ?? '',
      ...(cause.cause === undefined ? {} : { cause: cause.cause }),
      ...(cause.remedy === undefined ? {} : { remedy: cause.remedy }),
    };
  });
}

/**
 * Nodes of which no first page was served, or none beyond it although they have more products: what passed proves too little
 * of them (READINGS 32). Not where a broken or an inconclusive rule says more.
 */
export function unreadNodes(
  listings: readonly Listing[],
  results: readonly Result[],
  unavailable: readonly Unavailable[],
): Unavailable[] {
  const isToldOf = ({ operation, node }: Pick<Unavailable, 'operation' | 'node'>): boolean =>
    unavailable.some((one) => one.operation === operation && [undefined, node].includes(one.node)) ||
    results.some(
      (one) =>
        one.operation === operation && one.level === 'must' && ['fail', 'inconclusive'].includes(one.verdict),
    );
  return listings.flatMap((listing): Unavailable[] => {
    const pages = plainPages(listing);
    const isFirst = ({ query }: Page): boolean => (query.offset ?? 0) === 0;
    const count = Math.max(0, ...pages.map(({ total = 0, size }) => Math.max(total, size)));
    const isBeyond = pages.some((page) => !isFirst(page) && page.size > 0);
    const isFirstServed = pages.some(isFirst);
    if (isFirstServed && (count < 2 || isBeyond)) return [];
    const missing = listing.unserved.find(
      (page) =>
        isPromised(page.query) &&
        isFirst(page) !== isFirstServed &&
        (page.query.offset ?? 0) < Math.max(1, count),
    );
    if (!missing) return [];
    const { call, reply } = missing.exchange;
    const node = `${listing.node.hierarchy}/${listing.node.node}`;
    const operation = countedAs(call);
    const words = shortServerMessage(missing.exchange);
    const returned = `${reply.status}${words && ` "${words}"`}`;
    const [saw, inShort] = [`${printCall(call)}  ${returned}`, `${printCall(call)}  ${reply.status}`];
    const advice = `no page ${isFirstServed ? 'beyond the first' : 'from the first product on'} was served`;
    return isToldOf({ operation, node })
      ? []
      : [{ operation, node, state: 'not read', saw, inShort, returned, advice }];
  });
}

/**
 * A result as it is to be read: rules of an operation that is not there, or rejects every token, are untested for that
 * reason alone. Nothing that it rejects shows anything, so none of them passes either.
 */
export function explained(result: Result, unavailable: readonly Unavailable[]): Result {
  const { operation, verdict, because, exchanges } = result;
  const whole = unavailable.find((one) => one.operation === operation && one.node === undefined);
  const isCutOff = exchanges.some(({ reply }) => !isLost(reply) && isOutside(reply));
  const isVacuous = verdict === 'pass' && whole?.state !== 'no node';
  // 501 is a crash elsewhere, and 404 a page that is not served; where nothing else ever came, they say what they say.
  const isMissing =
    whole?.state === 'not implemented' &&
    ['inconclusive', 'fail'].includes(verdict) &&
    exchanges.every(({ reply }) => isLost(reply) || isGone(reply));
  // That a record was created shows nothing of an operation that reads it and is not there.
  const isUnread =
    whole?.state === 'not implemented' && verdict === 'fail' && isOfKind(whole.operation, 'read');
  const isOpen =
    isVacuous || isMissing || isUnread || verdict === 'untested' || (verdict === 'inconclusive' && isCutOff);
  if (!isOpen || because !== undefined || !whole) return result;
  const { remedy: _remedy, ...same } = result;
  return {
    ...same,
    verdict: 'untested',
    why: whole.saw,
    cause: { kind: 'unavailable', state: whole.state, returned: whole.inShort },
    ...(whole.remedy === undefined ? {} : { remedy: whole.remedy }),
    exchanges: [],
  };
}
