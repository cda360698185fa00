// Operations that read what another creates; the shipped contract has none.

import { operationIn } from '../../src/contract/operations.ts';
import { fieldPlaces, recordIn } from '../../src/contract/record.ts';
import { creatorOf } from '../../src/contract/related-operations.ts';
import { at, isObject, type Json, type Path, withoutAt } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import { printPath, printValue } from '../../src/print.ts';
import type { Claim } from '../core/claim.ts';
import { jsonIn } from '../core/created.ts';
import { attempts } from '../core/judge-attempts.ts';
import { readsRejected } from '../core/read-attempts.ts';
import { jsonOfRequest } from '../core/requests.ts';
import { kindRules } from '../core/rule.ts';
import { isAsSent, isNothing } from '../core/same-as-sent.ts';
import { rewritten } from '../create/claims.ts';
import { creationProfile } from '../create/creation-profile.ts';
import { holds } from '../life/claims.ts';
import { inventedTag } from '../life/conditions.ts';
import {
  crashIfUnknown,
  readAsFirst,
  readBelowAny,
  readByBeginning,
  readInTurns,
  withCondition,
} from '../life/mutants.ts';
import { changeAt, changeResponse, changeStatus, crashOn, uuidOf } from '../mutants/edits.ts';
import { returnsAsListed } from './listed.ts';

/** The paths and values of all leaves of a value. */
const leavesOf = (value: Json, path: Path = []): readonly (readonly [path: Path, value: Json])[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [[path, value]];

const isReturned = (schema: unknown): boolean => schema !== undefined && at(schema, 'writeOnly') !== true;

/**
 * A claim that a read returns the id and the values of the creation, as far as the request states them; other values
 * may change.
 */
const returnsAsCreated: Claim = {
  on: 'attempt',
  judge: ({ exchange, before, operation }, judge) => {
    const [created, read] = [before, exchange].map((one) => one && jsonIn(one));
    if (!exchange || !before || !created || !read) return;
    const reader = operationIn(judge.contract, operation);
    const creator = creatorOf(judge.contract, operation);
    const [was, is] = [creator && recordIn(creator, created), recordIn(reader, read)];
    if (!creator || !was || !is) return;
    const sent = at(jsonOfRequest(before.request), ...creator.sentIn);
    const [key] = reader.idPlace.slice(-1);
    const stated = new Set([key, ...(isObject(sent) ? Object.keys(sent) : [])]);
    for (const [within, value] of leavesOf(was)) {
      const name = within.at(-1);
      const shown = at(is, ...within);
      const path = [...reader.record, ...within];
      const isLost = shown === undefined && !isNothing(value) && isReturned(schemaAt(reader.response, path));
      const isStated = stated.has(String(name)) || at(sent, ...within) !== undefined;
      if (!isStated || (shown === undefined && !isLost)) continue;
      // The ids of inner objects are those of other records.
      if (name === key && within.length > reader.idPlace.length) continue;
      judge.claim(!isLost && isAsSent(value, shown as Json), () => ({
        title: `${printPath(path)} is returned as it was when created`,
        expected: `${printPath(path)} is ${printValue(value)}, as when it was created`,
        saw: shown === undefined ? 'none' : printValue(shown),
        shown: [exchange, before],
      }));
    }
  },
};

export default kindRules('read', ['rejections'], {
  'same-again': (operation) => ({
    topic: ['operations'],
    title: 'reading a record twice returns the same',
    claims: [holds],
    mutants: { 'each reading returns another record': readInTurns(operation) },
  }),
  'if-none-match-current': (operation) => ({
    topic: ['operations'],
    title: 'a reading with the current ETag in If-None-Match gets 304',
    claims: [holds],
    mutants: {
      'If-None-Match is ignored': withCondition(operation, 'if-none-match', inventedTag),
    },
  }),
  'if-none-match-other': (operation) => ({
    topic: ['operations'],
    title: 'a reading with another ETag in If-None-Match returns the record',
    claims: [holds],
    mutants: {
      'every reading with If-None-Match gets 304': withCondition(operation, 'if-none-match', '*'),
    },
  }),
  'as-created': (operation, contract) => {
    const creator = creatorOf(contract, operation)?.id ?? '';
    const { idPlace, ...places } = operationIn(contract, operation);
    const { shown } = fieldPlaces(places);
    const profile = creationProfile(contract, creator);
    const { response } = operationIn(contract, operation);
    const optional = profile.optionalFields.find((name) => isReturned(schemaAt(response, shown(name))));
    return {
      topic: ['operations'],
      title: 'what was created is returned as it was created',
      shows: 'content',
      claims: [attempts, returnsAsCreated],
      mutants: {
        'the id of another record is returned': changeAt(
          operation,
          shown(...idPlace),
        )(() => uuidOf('another')),
        'text is read in capital letters': rewritten(
          { operation, shownAt: shown(...profile.freeTextIn) },
          (text) => text.toUpperCase(),
        ),
        ...(optional === undefined
          ? {}
          : {
              'a field is lost when it is stored': changeResponse(operation, (json) =>
                withoutAt(json, shown(optional)),
              ),
            }),
        'what was created crashes the server': crashOn(operation, (_, status) => status <= 299),
      },
    };
  },
  'as-listed': (operation) => ({
    topic: ['operations'],
    title: 'a listed record is returned as it is listed',
    claims: [attempts, returnsAsListed],
    mutants: {
      'no listed record is found': changeStatus(operation, (status) => (status === 200 ? 404 : status)),
      'each reading returns the same record': readAsFirst(operation),
    },
  }),
  'id-form': (operation) => ({
    title: 'an id of another form is rejected',
    claims: [readsRejected],
    mutants: { 'any id that begins with that of a record is read as it': readByBeginning(operation) },
  }),
  'unknown-id-not-crash': (operation) => ({
    title: 'an id that no record has does not cause a 5xx status',
    claims: [holds],
    mutants: {
      'an unknown id crashes the server': crashIfUnknown(operation, () => true),
      'an id with letters beyond F crashes the server': crashIfUnknown(operation, (id) => /[g-z]/i.test(id)),
    },
  }),
  'other-parent': (operation) => ({
    title: 'a record is read only below that below which it was created',
    claims: [readsRejected],
    mutants: { 'a record is read below every other': readBelowAny(operation) },
  }),
  'unknown-id': (operation) => ({
    title: 'an unknown id is rejected',
    claims: [readsRejected],
    mutants: {
      'an unknown id is accepted': changeStatus(operation, (status) => (status === 404 ? 200 : status)),
    },
  }),
});
