// The requests for a listing that are served, and those that are rejected (§4.3, §7).

import { focusOf } from '../../../src/contract/contract.ts';
import { clauseId } from '../../../src/contract/kind-clauses.ts';
import { listOf, textParameters } from '../../../src/contract/list.ts';
import { type Operation, operationIn } from '../../../src/contract/operations.ts';
import { recordIdsIn, showsResource } from '../../../src/contract/record.ts';
import { type Mutant, queryIn } from '../../../src/http/exchange.ts';
import { depthLimit, measure, readBody } from '../../../src/json/body.ts';
import { isUuid } from '../../../src/json/uuid.ts';
import type { Claim } from '../../core/claim.ts';
import { eachAccepted } from '../../core/claims.ts';
import { jsonIn } from '../../core/created.ts';
import type { PageQuery } from '../../core/evidence.ts';
import type { RunExchange } from '../../core/exchange.ts';
import { attempts } from '../../core/judge-attempts.ts';
import { collectionIn, namesUuids } from '../../core/operation-of.ts';
import { crashesNothing, readsRejected } from '../../core/read-attempts.ts';
import { kindRules, mutantsBy } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { changeBody, changeStatus, inFocus } from '../../mutants/edits.ts';
import {
  crashIfRejected,
  crashWhere,
  emptyWhere,
  listRequest,
  recordsOf,
  respondWith,
  respondWithoutBody,
} from '../mutants.ts';
import { queryOf } from '../query.ts';
import { crashesNever, isPromised, pagesAreServed, promised } from './served.ts';

/** Whether a text has a parenthesis that is never closed. */
const isOpened = (texts: readonly string[]): boolean =>
  texts.some((text) => text.includes('(') && !text.includes(')'));

const listsTheSame: Claim = {
  on: 'attempt',
  judge: ({ operation, exchange, before }, judge) => {
    if (!exchange || !before || !wasAccepted(exchange)) return;
    const listing = operationIn(judge.contract, operation);
    const [there, here] = [listedCountIn(listing, exchange), listedCountIn(listing, before)];
    if (there === undefined || here === undefined) return;
    judge.claim(there === here, () => ({
      expected: `a path with its ids in upper case returns as many ${judge.nouns.records} as in lower case, ${here}`,
      saw: String(there),
      shown: [exchange, before],
    }));
  },
};

const everySeventh =
  (fault: Mutant): Mutant =>
  (next, contract) => {
    let requests = 0;
    const faulty = fault(next, contract);
    return (request) => {
      requests += 1;
      return requests % 7 === 0 ? faulty(request) : next(request);
    };
  };

type PathValues = readonly string[];

const inCapitals = (values: PathValues): boolean =>
  values.some((value) => isUuid(value) && /[A-F]/.test(value));

/** Whether the value at a place is not a UUID. */
const isNotUuid =
  (place: number) =>
  (values: PathValues): boolean =>
    !isUuid(values.at(place) ?? '');

/** Whether a request says how large the page is, if it can. */
const isSized = ({ limit, list }: PageQuery): boolean => limit !== undefined || list.names.limit === '';

/** Whether a request asks for a page by a token that no response returned. */
const asksByUnknownToken = ({ isDefined, list, place }: PageQuery): boolean =>
  list.outputToken !== undefined && place !== undefined && !isDefined;

export default kindRules('list', ['rejections'], {
  'bad-input-not-crash': (_, contract) => ({
    title: 'invalid parameters of a listing do not cause a 5xx status',
    claims: [
      {
        on: 'response',
        judge: ({ id, request, response }, judge) => {
          // Filters have a rule of their own, and so have tokens; of what else may be invalid, attempts tell.
          const query = queryOf(judge.contract, request);
          if (promised(judge, request, query) || query.filter !== undefined || query.further !== undefined)
            return;
          if (asksByUnknownToken(query)) return;
          // A request for a collection that is not declared has no invalid parameter.
          if (response.status < 500 && isPromised(query)) return;
          judge.claim(response.status < 500, () => ({
            expected: 'a listing request with invalid parameters is rejected (4xx) or served',
            saw: `status ${response.status}`,
            shown: [{ id, request, response }],
          }));
        },
      },
      crashesNothing(({ exchange, expects, operation }, contract) => {
        if (!exchange || expects !== 'rejection' || operation !== focusOf(contract).id) return false;
        const query = queryOf(contract, exchange.request);
        return query.filter === undefined && query.further !== undefined && !asksByUnknownToken(query);
      }),
    ],
    mutants: {
      ...mutantsBy(crashWhere, {
        'a {offset} beyond 64 bits crashes the server': ({ offset }) => offset > 2 ** 63,
        'a {limit} in the millions crashes the server': ({ limit = 0 }) => limit > 1e6 && limit < 2 ** 63,
        'a {offset} that is not a number crashes the server': ({ offset }) => Number.isNaN(offset),
        '{limit}=0 crashes the server': ({ limit }) => limit === 0,
        'a negative {offset} crashes the server': ({ offset }) => offset < 0,
        'a negative {limit} crashes the server': ({ limit = 0 }) => limit < 0,
        'a {limit} above the greatest page size crashes the server': ({ limit = 0, largest, widest }) =>
          limit > largest && limit <= widest,
      }),
      'every invalid parameter crashes the server': crashIfRejected(({ filter }) => filter === undefined),
      ...(listOf(contract).sort
        ? {
            'an invalid parameter crashes the server under a sort': crashIfRejected(
              ({ filter, further }) => filter === undefined && further.size > 0,
            ),
          }
        : {}),
    },
  }),
  'valid-not-crash': (id, contract) => ({
    topic: ['valid requests'],
    title: 'a page past the end, of a filter, or for any text does not cause a 5xx status',
    claims: [crashesNever, crashesNothing(({ clause }) => clause === clauseId(id, 'valid-not-crash'))],
    mutants: {
      ...mutantsBy(respondWith(500), {
        'a page past the end crashes the server': ({ filter, shown, offset }) =>
          filter === undefined && offset > 0 && shown === 0,
        'a filter that nothing matches crashes the server': ({ filter, shown }) =>
          filter !== undefined && shown === 0,
      }),
      ...(textParameters(listOf(contract)).length > 0
        ? {
            'an open parenthesis in a text crashes the server': changeStatus(inFocus, (status, { target }) =>
              status < 400 && isOpened([...queryIn(target).values()]) ? 500 : status,
            ),
          }
        : {}),
    },
  }),
  'parameters-optional': {
    topic: ['valid requests'],
    title: 'a request without parameters of pages is accepted',
    claims: pagesAreServed((query) => !isSized(query) || query.offset === undefined),
    mutants: {
      ...mutantsBy(respondWith(400), {
        '{limit} is required': ({ limit }) => limit === undefined,
        // The first page has no token.
        '{offset} is required': ({ hasOffset, list }) => !hasOffset && !list.outputToken,
        '{limit} or {offset} is required': ({ limit, hasOffset }) => limit === undefined && !hasOffset,
        'with {offset}, {limit} is required': ({ filter, limit, offset, total }) =>
          filter === undefined && limit === undefined && offset > 0 && offset < total,
      }),
      'past the end, {offset} without {limit} returns 204': respondWithoutBody(
        ({ filter, limit, offset, total }) =>
          filter === undefined && limit === undefined && offset >= total && total > 0,
      ),
    },
  },
  'path-uuid-capitals': {
    title: 'ids in upper case are accepted in a path',
    claims: [attempts, listsTheSame],
    mutants: {
      'a collection in capitals is listed as empty': emptyWhere(inCapitals),
      'a collection in capitals is not known': changeStatus(inFocus, (status, request, contract) =>
        inCapitals(collectionIn(contract, request)?.values ?? []) ? 404 : status,
      ),
    },
  },
  'path-uuid': {
    title: 'path parameters that are not UUIDs are rejected',
    claims: [readsRejected],
    mutants: {
      'a first id that is not a UUID returns an empty listing': emptyWhere(isNotUuid(0)),
      'a last id that is not a UUID returns an empty listing': emptyWhere(isNotUuid(-1)),
      'any last id of 36 characters is accepted': emptyWhere((values) =>
        /^(?=.{36}$).*[g-z]/i.test(values.at(-1) ?? ''),
      ),
    },
  },
  'response-json': {
    topic: ['body'],
    title: 'the body of a successful listing response parses as JSON',
    claims: [
      eachAccepted(({ body, id, request, response }, judge) => {
        // If the page has to be served, another rule reports that it has no body.
        if (response.body.byteLength === 0 && promised(judge, request)) return;
        // To some servers, a path whose ids are not UUIDs is another path (READINGS P1).
        if (!namesUuids(judge.contract, request)) return;
        if ('unreadable' in body && measure(response.body).depth > depthLimit)
          return judge.inconclusive(`${body.unreadable}, and is not read`, undefined, {
            id,
            request,
            response,
          });
        // JSON without a listing breaks another rule.
        if ('json' in body && !showsResource(judge.contract, focusOf(judge.contract).id, body.json)) return;
        judge.claim('json' in body, () => ({
          expected: 'a JSON body',
          saw: 'json' in body ? 'one' : body.unreadable,
          shown: [{ id, request, response }],
        }));
      }),
    ],
    mutants: {
      ...mutantsBy((change: (text: string) => string) => changeBody(inFocus, change), {
        'listings break off before the end': (text) => text.slice(0, -1),
        'listings are returned as single-quoted text': (text) => text.replaceAll('"', "'"),
      }),
      'every seventh listing breaks off before the end': everySeventh(
        changeBody(inFocus, (text) => text.slice(0, -20)),
      ),
      'a filter without matches returns 204': respondWithoutBody(
        ({ filter, total }) => filter !== undefined && total === 0,
      ),
      'a page past the end is returned as text': (next, contract) =>
        changeBody(inFocus, (text, request) => {
          const body = readBody(Buffer.from(text));
          const isEmpty = 'json' in body && recordsOf(listOf(contract), body.json).length === 0;
          return isEmpty && listRequest(request, contract).offset > 0
            ? `no more ${focusOf(contract).nouns.records}`
            : text;
        })(next, contract),
    },
  },
  served: {
    topic: ['operations'],
    title: 'every page of a collection in the target file returns a 2xx status',
    claims: pagesAreServed((query) => isSized(query) && query.offset !== undefined),
    mutants: {
      'listings crash': respondWith(500)(() => true),
      'the greatest {limit} is rejected': respondWith(400)(({ limit, largest }) => limit === largest),
      'the last page is not found': respondWith(404)(
        ({ filter, limit, offset, total }) =>
          filter === undefined &&
          limit !== undefined &&
          offset > 0 &&
          offset < total &&
          offset + limit >= total,
      ),
      ...mutantsBy(respondWith(500), {
        'a page in the middle crashes': ({ filter, limit = 0, offset, total }) =>
          filter === undefined && limit > 0 && offset === limit && offset + limit < total,
        'every page but the first crashes': ({ filter, further, offset }) =>
          filter === undefined && further.size === 0 && offset > 0,
        'a {limit} of the whole collection crashes the server': ({ filter, limit, offset, largest, total }) =>
          filter === undefined && offset === 0 && limit === total && total < largest,
      }),
      '{limit}=1 is rejected': respondWith(400)(
        ({ filter, limit, offset, hasOffset }) =>
          filter === undefined && hasOffset && limit === 1 && offset === 0,
      ),
      'a {offset} that is not a multiple of {limit} is rejected': respondWith(422)(
        ({ filter, limit = 0, offset, total }) =>
          filter === undefined && limit > 0 && offset < total && offset % limit > 0,
      ),
      ...mutantsBy(respondWithoutBody, {
        'past the end, a listing returns 204': ({ filter, limit, offset, total }) =>
          filter === undefined && limit !== undefined && offset >= total && total > 0,
        'an empty collection returns 204': ({ filter, total }) => filter === undefined && total === 0,
      }),
    },
  },
});

const listedCountIn = (listing: Operation, exchange: RunExchange): number | undefined =>
  recordIdsIn(listing, jsonIn(exchange))?.length;
