import { isLost } from '../../../src/http/exchange.ts';
import { depthLimit, measure, readBody } from '../../../src/json/body.ts';
import { at } from '../../../src/json/json.ts';
import { attempts } from '../../core/attempt.ts';
import type { Claim } from '../../core/claim.ts';
import { eachAccepted } from '../../core/claims.ts';
import type { Attempt } from '../../core/evidence.ts';
import { changeBody, changeStatus } from '../../core/mutants.ts';
import { namesUuids } from '../../core/operation-of.ts';
import { profiles } from '../../core/profiles.ts';
import { readsRejected } from '../../core/read-attempts.ts';
import { rules } from '../../core/rule.ts';
import { wasAccepted } from '../../core/status.ts';
import { changeStatusWhere, crashWhere, emptyWhere, filterOf } from '../mutants.ts';
import { emptyReplyWhere } from '../pages/mutants.ts';
import { queryOf } from '../query.ts';
import { everySeventh } from '../totals/mutants.ts';
import { isPromised, pagesAreServed, promised } from './served.ts';

const clause = 'node-products/path-uuid-capitals';

/** A claim that as many products are listed there. */
const listsTheSame: Claim = {
  on: 'attempt',
  judge: ({ clause: about, exchange, before }, judge) => {
    if (about !== clause || !exchange || !before || !wasAccepted(exchange)) return;
    const [there, here] = [listedIn(exchange), listedIn(before)];
    if (there === undefined || here === undefined) return;
    judge.claim(there === here, () => ({
      expected: `a path with its ids in upper case returns as many products as in lower case, ${here}`,
      saw: String(there),
      shown: [exchange, before],
    }));
  },
};

const capitals = /\/(hierarchies|nodes)\/[^/]*[A-F]/;

const notUuid = (step: string): RegExp =>
  new RegExp(`/${step}/(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)`, 'i');

export default rules('list', ['rejections'], {
  'bad-input-not-crash': {
    title: 'invalid parameters of a listing do not cause a 5xx status',
    claims: [
      {
        on: 'answer',
        judge: ({ call, reply }, judge) => {
          // What a filter does to a listing has rules of its own.
          const query = queryOf(judge.contract, call);
          if (promised(judge, call) || query.filter !== undefined) return;
          // A listing of a node that is not declared has no bad parameter; its rejection shows nothing.
          if (reply.status < 500 && isPromised(query)) return;
          judge.claim(reply.status < 500, () => ({
            expected: 'a listing request with invalid parameters is rejected (4xx) or served',
            saw: `status ${reply.status}`,
            shown: [{ call, reply }],
          }));
        },
      },
    ],
    mutants: {
      'a {offset} beyond 64 bits crashes the server': crashWhere(({ offset }) => offset > 2 ** 63),
      'a {limit} in the millions crashes the server': crashWhere(
        ({ limit = 0 }) => limit > 1e6 && limit < 2 ** 63,
      ),
      'a {offset} that is not a number crashes the server': crashWhere(({ offset }) => Number.isNaN(offset)),
      '{limit}=0 crashes the server': crashWhere(({ limit }) => limit === 0),
      'a negative {offset} crashes the server': crashWhere(({ offset }) => offset < 0),
      'a negative {limit} crashes the server': crashWhere(({ limit = 0 }) => limit < 0),
      'a {limit} above the greatest page size crashes the server': crashWhere(
        ({ limit = 0, largest, widest }) => limit > largest && limit <= widest,
      ),
      'every invalid parameter crashes the server': changeStatus('node-products', (status, call) =>
        [400, 422].includes(status) && filterOf(call) === undefined ? 500 : status,
      ),
    },
  },
  'parameters-optional': {
    topic: ['valid requests'],
    title: 'a request without {limit} and {offset} is accepted',
    claims: pagesAreServed(({ limit, offset }) => limit === undefined || offset === undefined),
    mutants: {
      '{limit} is required': changeStatusWhere(({ limit }) => limit === undefined, 400),
      '{offset} is required': changeStatusWhere(({ hasOffset }) => !hasOffset, 400),
      '{limit} or {offset} is required': changeStatusWhere(
        ({ limit, hasOffset }) => limit === undefined && !hasOffset,
        400,
      ),
      'past the end, {offset} without {limit} returns 204': emptyReplyWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset >= total && total > 0,
      ),
      'with {offset}, {limit} is required': changeStatusWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset > 0 && offset < total,
        400,
      ),
    },
  },
  'path-uuid-capitals': {
    title: 'ids in upper case are accepted in a path',
    claims: [attempts, listsTheSame],
    mutants: {
      'a node in capitals is listed as empty': emptyWhere(capitals),
      'a node in capitals is not known': (next) => async (call) => {
        const reply = await next(call);
        return isLost(reply) || !capitals.test(call.target) ? reply : { ...reply, status: 404 };
      },
    },
  },
  'path-uuid': {
    title: 'path parameters that are not UUIDs are rejected',
    claims: [readsRejected],
    mutants: {
      'a hierarchy id that is not a UUID returns an empty listing': emptyWhere(notUuid('hierarchies')),
      'a node id that is not a UUID returns an empty listing': emptyWhere(notUuid('nodes')),
      'any node id of 36 characters is accepted': emptyWhere(/\/nodes\/(?=[^/]{36}\/)[^/]*[g-z]/i),
    },
  },
  'reply-json': {
    topic: ['body'],
    title: 'the body of a successful listing response parses as JSON',
    claims: [
      eachAccepted(({ body, call, reply }, judge) => {
        // Where a page has to be served, that it came without a body is told by another rule.
        if (reply.body.byteLength === 0 && promised(judge, call)) return;
        // To some servers, a path whose ids are not UUIDs is another path (READINGS P1).
        if (!namesUuids(call)) return;
        if ('unreadable' in body && measure(reply.body).depth > depthLimit)
          return judge.inconclusive(`${body.unreadable}, and is not read`, undefined, { call, reply });
        // JSON that shows no listing breaks another rule, and is no example of this one.
        if ('json' in body && !profiles['node-products'].showsResource(body.json)) return;
        judge.claim('json' in body, () => ({
          expected: 'a JSON body',
          saw: 'json' in body ? 'one' : body.unreadable,
          shown: [{ call, reply }],
        }));
      }),
    ],
    mutants: {
      'listings break off before the end': changeBody('node-products', (text) => text.slice(0, -1)),
      'every seventh listing breaks off before the end': everySeventh(
        () => true,
        changeBody('node-products', (text) => text.slice(0, -20)),
      ),
      'a filter without matches returns 204': emptyReplyWhere(
        ({ filter }, total) => filter !== undefined && total === 0,
      ),
      'listings are returned as single-quoted text': changeBody('node-products', (text) =>
        text.replaceAll('"', "'"),
      ),
      'a page past the end is returned as text': changeBody('node-products', (text, { target }) =>
        text.includes('"data":[]') && target.includes('offset') && !target.includes('offset%5D=0')
          ? 'no more products'
          : text,
      ),
    },
  },
  served: {
    topic: ['operations'],
    title: 'every page of a node in the target file returns a 2xx status',
    claims: pagesAreServed(({ limit, offset }) => limit !== undefined && offset !== undefined),
    mutants: {
      'listings crash': changeStatusWhere(() => true, 500),
      'the last page is not found': changeStatusWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined &&
          limit !== undefined &&
          offset > 0 &&
          offset < total &&
          offset + limit >= total,
        404,
      ),
      'a page in the middle crashes': changeStatusWhere(
        ({ limit = 0, offset, filter }, total) =>
          filter === undefined && limit > 0 && offset === limit && offset + limit < total,
        500,
      ),
      '{limit}=1 is rejected': changeStatusWhere(
        ({ limit, offset, filter, hasOffset }) =>
          filter === undefined && hasOffset && limit === 1 && offset === 0,
        400,
      ),
      'a {limit} of the whole node crashes the server': changeStatusWhere(
        ({ limit, offset, filter, largest }, total) =>
          filter === undefined && offset === 0 && limit === total && total < largest,
        500,
      ),
      'a {offset} that is not a multiple of {limit} is rejected': changeStatusWhere(
        ({ limit = 0, offset, filter }, total) =>
          filter === undefined && limit > 0 && offset < total && offset % limit > 0,
        422,
      ),
      'past the end, a listing returns 204': emptyReplyWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit !== undefined && offset >= total && total > 0,
      ),
      'an empty node returns 204': emptyReplyWhere(
        ({ filter }, total) => filter === undefined && total === 0,
      ),
    },
  },
});

function listedIn({ reply }: Required<Attempt>['before']): number | undefined {
  const body = isLost(reply) ? undefined : readBody(reply.body);
  const data = body && 'json' in body ? at(body.json, 'data') : undefined;
  return Array.isArray(data) ? data.length : undefined;
}
