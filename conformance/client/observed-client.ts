import type { Contract } from '../../src/contract/contract.ts';
import type { ListStructure } from '../../src/contract/list.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { Place } from '../../src/contract/places.ts';
import { recordsIn } from '../../src/contract/record.ts';
import { type Exchange, isLost } from '../../src/http/exchange.ts';
import { jsonIn } from '../core/created.ts';
import { operationAsked } from '../core/operation-of.ts';
import { valueAt } from '../core/read-place.ts';
import { pageLinks, recordLinks } from '../list/links/read-links.ts';
import { readQueryOf } from '../list/query.ts';

/** What is worth knowing of a client, and breaks nothing. */
export function observedOf(exchanges: readonly Exchange[], contract: Contract): string[] {
  const listings = exchanges.flatMap(({ request, response }) => {
    const operation = operationAsked(contract, request);
    return operation?.list ? [{ operation, list: operation.list, request, response }] : [];
  });
  const followed = listings.filter(isFollowed).length;
  const isLater = listings.some(({ list, request }) => {
    const { place } = readQueryOf(list, request.target);
    return place !== undefined && (list.outputToken !== undefined || Number(place) > (list.firstPage ?? 0));
  });
  const filters = listings.flatMap(({ list, request }) =>
    list.filter ? [readQueryOf(list, request.target).filter !== undefined] : [],
  );
  return [
    ...(followed > 0 && !isLater
      ? [`The client never asked for a second page, although ${followed} of its listings had one.`]
      : []),
    ...(filters.length === 0 || filters.includes(true) ? [] : ['The client never sent a filter.']),
  ];
}

/** Whether a page says that another one follows. */
function isFollowed({ operation, list, request, response }: ListedExchange): boolean {
  const json = jsonIn({ response });
  if (isLost(response) || json === undefined) return false;
  const searched = { json, headers: response.headers };
  const links = [
    ...pageLinks(list, searched, request.target),
    ...recordLinks(list, recordsIn(operation, json)),
  ];
  const isSaidAt = (place: Place | undefined): boolean =>
    place !== undefined && Boolean(valueAt(place, searched));
  return links.some(({ next }) => next) || isSaidAt(list.outputToken) || isSaidAt(list.hasMore);
}

type ListedExchange = Exchange & { readonly operation: Operation; readonly list: ListStructure };
