// What a creation made, and where other operations find it.

import { type LinkSource, linkedValues, pathOfCreated } from '../../src/contract/created-paths.ts';
import { collectionParameters, type Operation, type WithOperations } from '../../src/contract/operations.ts';
import { idInBody } from '../../src/contract/record.ts';
import { listingOf } from '../../src/contract/related-operations.ts';
import { type Exchange, type HttpRequest, isLost, queryIn } from '../../src/http/exchange.ts';
import { beginningOf, jsonOf } from '../../src/json/body.ts';
import type { Json } from '../../src/json/json.ts';
import { operationAsked, pathValuesOf } from './operation-of.ts';
import { jsonOfRequest } from './requests.ts';
import { wasAccepted } from './status.ts';
import type { CollectionName } from './target.ts';

/** A record that a creation returned. */
export type CreatedRecord = {
  readonly creation: Operation;
  readonly id: string;
  /** The path at which an operation finds it; undefined if that does not follow from the creation. */
  readonly pathFor: (operation: Operation) => string | undefined;
};

/** The body of a response, if it is JSON. */
export const jsonIn = ({ response }: Pick<Exchange, 'response'>): Json | undefined =>
  isLost(response) ? undefined : jsonOf(response.body);

/** What a creation returned. A record was created, too, if other text follows it. */
export const returnedIn = (exchange: Exchange): Json | undefined =>
  jsonIn(exchange) ?? (isLost(exchange.response) ? undefined : beginningOf(exchange.response.body));

/** What a request carries that a Link can name. */
export function linkSourceOf(
  contract: WithOperations,
  operation: Operation,
  request: HttpRequest,
  shown?: Json,
): LinkSource {
  const values = pathValuesOf(contract, request);
  return {
    pathParameters: new Map(operation.pathParameters.map((name, index) => [name, values[index] ?? ''])),
    queryParameters: new Map(queryIn(request.target)),
    sent: () => jsonOfRequest(request),
    shown,
  };
}

/** The collection that lists what a request creates, by what the response shows or may show. */
export function collectionFor(
  contract: WithOperations,
  creation: Operation,
  request: HttpRequest,
  shown: Json | undefined,
): CollectionName | undefined {
  const listing = listingOf(contract, creation);
  if (!listing) return undefined;
  const names = collectionParameters(listing);
  const source = linkSourceOf(contract, creation, request, shown);
  const values = linkedValues(creation, listing.id, names, source) ?? pathValuesOf(contract, request);
  return values.length === names.length ? { operation: listing.id, values } : undefined;
}

/** The record that an accepted creation returned; undefined if it was not accepted, or shows no id. */
export function createdIn(contract: WithOperations, exchange: Exchange): CreatedRecord | undefined {
  const { request } = exchange;
  const creation = wasAccepted(exchange) ? operationAsked(contract, request) : undefined;
  if (creation?.kind !== 'create') return undefined;
  const shown = returnedIn(exchange);
  const id = idInBody(creation, shown);
  if (id === undefined || id === '') return undefined;
  const source = linkSourceOf(contract, creation, request, shown);
  return { creation, id, pathFor: (other) => pathOfCreated(other, creation, id, source) };
}
