import { type Contract, focusedOn } from '../../src/contract/contract.ts';
import { isOfKind, operationIn } from '../../src/contract/operations.ts';
import { type HttpRequest, queryIn } from '../../src/http/exchange.ts';
import { mayBeLetIn } from '../../src/secrets/credentials.ts';
import type { ReadExchange } from '../core/evidence.ts';
import type { CompletedExchange } from '../core/exchange.ts';
import { collectionIn } from '../core/operation-of.ts';
import { holdsRedacted, isRedacted } from '../core/redacted-values.ts';
import { type Collection, keyOfCollection, type Target } from '../core/target.ts';
import { withoutKey } from './query.ts';
import { createPageReader, isSpelledAs, unservedPage } from './read-page.ts';

/** Makes the reader of what a response lists: a page, or the page that was requested and not served. */
export function listingReader(contract: Contract, target: Target, isRecorded: boolean) {
  const readPage = createPageReader(contract, target);
  const collectionOf = collectionsBy(contract, target);
  return (exchange: ReadExchange): Pick<ReadExchange, 'page' | 'unserved'> => {
    const { id, request, response, operation, accepted, json } = exchange;
    if (!isOfKind(contract, operation, 'list')) return {};
    const shown = { id, request, response };
    if (isRecorded && hidesListing(contract, shown)) return {};
    const collection = collectionOf(request);
    const page = accepted && json ? readPage(operation)(shown, json, collection, id) : undefined;
    if (page) return { page };
    // What a request without credentials is denied says nothing of the page.
    const mayBeServed = isRecorded || mayBeLetIn(operationIn(contract, operation), request);
    return collection && mayBeServed && isSpelledAs(collection, request)
      ? { unserved: unservedPage(focusedOn(contract, operation), shown, collection, id) }
      : {};
  };
}

const hidesListing = (contract: Contract, { request, response }: CompletedExchange): boolean =>
  holdsRedacted(response.body) ||
  [...queryIn(withoutKey(contract, request.target)).values()].some(isRedacted);

function collectionsBy(
  contract: Contract,
  { collections }: Target,
): (request: HttpRequest) => Collection | undefined {
  const known = new Map<string, Collection>();
  let read = 0;
  return (request) => {
    // A recording adds collections as they come.
    for (const collection of collections.slice(read)) {
      const key = keyOfCollection(collection);
      if (!known.has(key)) known.set(key, collection);
    }
    read = collections.length;
    const named = collectionIn(contract, request);
    return named && known.get(keyOfCollection(named));
  };
}
