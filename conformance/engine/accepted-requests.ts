import type { OperationId } from '../../src/contract/operations.ts';
import { type HttpRequest, isLost } from '../../src/http/exchange.ts';
import type { AcceptedRequests, ReadExchange } from '../core/evidence.ts';
import { limitNamed, limits } from '../core/status.ts';

type Sizes = Readonly<Record<'body' | 'address' | 'longAddress' | 'header' | 'headers', number>>;

/** Every server should accept an address of this size (RFC 9110, 4.1). */
const shortest = 8000;

const none: Sizes = { body: 0, address: 0, longAddress: 0, header: 0, headers: 0 };

/** The largest accepted request, and the ids of the first and of the last one. */
type AcceptedSizes = { readonly largest: Sizes; readonly first: number; readonly last: number };

export function noteAccepted(): AcceptedRequests & { readonly take: (exchange: ReadExchange) => void } {
  const known = new Map<OperationId, AcceptedSizes>();
  return {
    take: ({ id, operation, accepted, request }) => {
      if (!accepted) return;
      const { largest = none, first = id, last = id } = known.get(operation) ?? {};
      known.set(operation, {
        largest: larger(largest, sizesOf(request)),
        first: Math.min(first, id),
        last: Math.max(last, id),
      });
    },
    limitOf: (operation, { request, response }) => {
      const limit = isLost(response) ? undefined : limits.get(response.status);
      const { largest = none } = known.get(operation) ?? {};
      const sizes = sizesOf(request);
      return limit?.sizes.some((part) => sizes[part] > largest[part]) ? limitNamed(response) : undefined;
    },
    whenSent: (operation, { id }) => {
      const { first = Number.POSITIVE_INFINITY, last = 0 } = known.get(operation) ?? {};
      if (id < first) return 'first';
      return id < last ? 'between' : 'last';
    },
  };
}

function sizesOf({ target, headers, body }: HttpRequest): Sizes {
  const lengths = headers.map(([name, value]) => Buffer.byteLength(`${name}: ${value}\r\n`));
  const address = Buffer.byteLength(target);
  return {
    body: body?.byteLength ?? 0,
    address,
    longAddress: address > shortest ? address : 0,
    header: Math.max(0, ...lengths),
    headers: lengths.reduce((sum, length) => sum + length, 0),
  };
}

const larger = (one: Sizes, other: Sizes): Sizes => ({
  body: Math.max(one.body, other.body),
  address: Math.max(one.address, other.address),
  longAddress: Math.max(one.longAddress, other.longAddress),
  header: Math.max(one.header, other.header),
  headers: Math.max(one.headers, other.headers),
});
