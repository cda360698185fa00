// What is listed of created records, and what is true of each request that changes or deletes one.

import { operationIn } from '../../src/contract/operations.ts';
import { creatorOf } from '../../src/contract/related-operations.ts';
import { namedStatuses } from '../../src/contract/statuses.ts';
import { oneOf } from '../../src/words.ts';
import { attempts } from '../core/judge-attempts.ts';
import { kindRules } from '../core/rule.ts';
import { returnsStatus } from '../create/claims.ts';
import { changeHeader, changeStatus } from '../mutants/edits.ts';
import { repeatableTexts } from './changes.ts';
import { holds } from './claims.ts';
import {
  constantTag,
  constantTotal,
  crashIfTaken,
  leftUnlisted,
  listedBelowAny,
  rejectIf,
  sortedAsText,
  storedReadOnly,
  storedThoughRejected,
  storedThoughTaken,
  withCondition,
} from './mutants.ts';

const ofCreations = kindRules('create', ['operations'], {
  listed: (operation) => ({
    topic: ['listed records', 'listed once'],
    needsAllRecords: true,
    title: 'what was created is listed',
    claims: [holds],
    mutants: { 'what is created is not listed': leftUnlisted(operation) },
  }),
  'listed-each-value': (operation) => ({
    topic: ['listed records', 'listed once'],
    needsAllRecords: true,
    title: 'what was created is listed, whichever values its fields have',
    claims: [holds],
    mutants: {
      'what is created with the last of few values is not listed': leftUnlisted(
        operation,
        'of the last value',
      ),
    },
  }),
  'listed-on-pages': (operation) => ({
    topic: ['paging', 'pages that do not join'],
    needsAllRecords: true,
    title: 'what was created is listed once, however few {records} a page has',
    claims: [holds],
    mutants: {
      'a page that others follow lacks its last record': leftUnlisted(operation, 'at the end of a page'),
    },
  }),
  'not-listed-elsewhere': (operation) => ({
    topic: ['listed records'],
    title: 'what was created below a record is not listed below another one',
    claims: [holds],
    mutants: { 'what is created is listed below every record': listedBelowAny(operation) },
  }),
  'sorted-as-created': (operation) => ({
    topic: ['order'],
    title: 'a sorted listing has created records where they belong',
    claims: [holds],
    mutants: { 'a sort compares backwards, and numbers as text': sortedAsText(operation) },
  }),
  found: (operation) => ({
    topic: ['matches'],
    title: 'what was created is found by a filter for what it shows',
    claims: [holds],
    mutants: { 'no filter finds what is created': leftUnlisted(operation, 'filtered') },
  }),
  location: (operation) => ({
    title: 'Location leads to what was created',
    claims: [holds],
    mutants: { 'Location leads to the listing': changeHeader(operation, 'location', '/') },
  }),
  'taken-not-crash': (operation) => ({
    topic: ['rejections'],
    title: 'a request with a value that another record has alone gets no 5xx status',
    claims: [holds],
    mutants: { 'a value of another record crashes the server': crashIfTaken(operation) },
  }),
  counted: (operation) => ({
    topic: ['count', 'totals'],
    needsAllRecords: true,
    title: 'what was created is counted in the total',
    claims: [holds],
    mutants: { 'the total does not grow': constantTotal(operation) },
  }),
  'rejected-not-stored': (operation, contract) => ({
    topic: ['rejections'],
    title: 'a rejected request creates nothing',
    claims: [holds],
    mutants: {
      'what is rejected is stored': storedThoughRejected(operation),
      ...(repeatableTexts(operationIn(contract, operation)).length > 0
        ? { 'what has a text of another record is rejected, and stored': storedThoughTaken(operation) }
        : {}),
    },
  }),
});

const ofAll = kindRules('all', ['operations'], {
  status: (operation, contract) => {
    const named = namedStatuses(contract, operationIn(contract, operation)).filter((one) =>
      /^(2\d\d|2xx|default)$/i.test(one),
    );
    return returnsStatus(operation, `an accepted request returns ${oneOf(named)}`, named);
  },
  'total-kept': (operation, contract) => ({
    topic: ['count', 'totals'],
    needsAllRecords: true,
    title: 'after a creation or a deletion, the total is the number of {records}',
    claims: [holds],
    mutants: {
      'the total stays what it was': constantTotal(creatorOf(contract, operation)?.id ?? operation),
    },
  }),
  'read-only-ignored': (operation) => ({
    title: 'a value that is sent for a readOnly field is not stored',
    claims: [holds],
    mutants: { 'what is sent for readOnly fields is stored': storedReadOnly(operation) },
  }),
  'if-match-current': (operation) => ({
    title: 'a request with the current ETag in If-Match is accepted',
    claims: [attempts],
    mutants: { 'every If-Match is answered 412': rejectIf(operation, 'if-match', 412) },
  }),
  'if-match-stale': (operation) => ({
    topic: ['rejections'],
    title: 'a request with another ETag in If-Match is rejected',
    claims: [attempts],
    mutants: { 'If-Match is ignored': withCondition(operation, 'if-match', '*') },
  }),
  'if-match-status': (operation) => ({
    topic: ['rejections'],
    title: 'a request with another ETag in If-Match gets the status 412',
    claims: [holds],
    mutants: {
      'another ETag is answered 409': changeStatus(operation, (status) => (status === 412 ? 409 : status)),
    },
  }),
  'etag-changes': (operation) => ({
    title: 'a changed record has another ETag',
    claims: [holds],
    mutants: { 'a record has the same ETag after a change': constantTag(operation) },
  }),
});

export default [ofCreations, ofAll];
