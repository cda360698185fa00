// Operations that read what another creates; the shipped contract has none.

import { descriptorOf, operationThat } from '../../src/contract/operations.ts';
import { at, isObject, type Json, type Path } from '../../src/json/json.ts';
import { attempts } from '../core/attempt.ts';
import { changeAt, changeStatus, crashOn, jsonOfRequest, readCredentials, uuidOf } from '../core/mutants.ts';
import { bodyOf } from '../core/observation.ts';
import { printPath, printValue } from '../core/print.ts';
import { readsRejected } from '../core/read-attempts.ts';
import { type ClaimOfRule, rules } from '../core/rule.ts';
import { rewritten } from '../create/claims.ts';
import { creationProfile } from '../create/valid-body.ts';

/** The paths and values of all leaves of a value. */
const leavesOf = (value: Json, path: Path = []): readonly (readonly [path: Path, value: Json])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [[path, value]];

/**
 * A claim that a read returns the id and the values of the creation, as far as the request states them; other values
 * may change.
 */
const returnsAsCreated: ClaimOfRule = (id) => ({
  on: 'attempt',
  judge: ({ clause, exchange, before }, judge) => {
    const [created, read] = [before, exchange].map((one) => one && bodyOf(one));
    if (clause !== id || !exchange || !before || !created || !isObject(read?.data)) return;
    const sent = at(jsonOfRequest(before.request), 'data');
    const stated = new Set(['id', ...(isObject(sent) ? Object.keys(sent) : [])]);
    for (const [path, value] of leavesOf(created)) {
      const name = path.at(-1);
      const shown = at(read, ...path);
      if (path[0] !== 'data' || !stated.has(String(name)) || shown === undefined) continue;
      // The ids of inner objects are those of other records.
      if (name === 'id' && path.length > 2) continue;
      judge.claim(shown === value, () => ({
        title: `${printPath(path)} is returned as it was when created`,
        expected: `${printPath(path)} is ${printValue(value)}, as when it was created`,
        saw: printValue(shown),
        shown: [exchange, before],
      }));
    }
  },
});

export default rules('read', ['rejections'], {
  'as-created': (operation) => {
    const creator = operationThat('create', descriptorOf(operation).resource);
    return {
      topic: ['operations'],
      title: 'what was created is returned as it was created',
      shows: 'content',
      claims: [attempts, returnsAsCreated],
      mutants: {
        'the id of another record is returned': changeAt(operation, ['data', 'id'])(() => uuidOf('another')),
        'text is read in capital letters': rewritten(
          { operation, shownAt: creationProfile(creator).freeTextShownAt },
          (text) => text.toUpperCase(),
        ),
        'what was created crashes the server': crashOn(operation, (_, status) => status <= 299),
      },
    };
  },
  authorization: (operation) => ({
    topic: ['access', 'access'],
    title: 'nothing is returned without an Authorization header',
    shows: 'authorization',
    claims: [readsRejected],
    mutants: {
      'reading needs no authorization': readCredentials(operation, (given) =>
        given === undefined ? 'Bearer anyone' : undefined,
      ),
    },
  }),
  'path-uuid': (operation) => ({
    title: 'an id that is not a UUID is rejected',
    claims: [readsRejected],
    mutants: {
      'an id that is not a UUID is accepted': changeStatus(operation, (status) =>
        status === 400 ? 200 : status,
      ),
    },
  }),
  'unknown-id': (operation) => ({
    title: 'an unknown id is rejected',
    claims: [readsRejected],
    mutants: {
      'an unknown id is accepted': changeStatus(operation, (status) => (status === 404 ? 200 : status)),
    },
  }),
});
