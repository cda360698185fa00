// What is true of every request that changes a record, by replacing it or by updating its fields.

import type { Contract } from '../../src/contract/contract.ts';
import { creatorOf, type OperationId } from '../../src/contract/operations.ts';
import { attempts } from '../core/attempt.ts';
import type { RuleRow } from '../core/rule.ts';
import { wasRejected } from '../core/status.ts';
import { changeStatus, crashOn } from '../mutants/edits.ts';
import { holds } from './claims.ts';
import {
  changedToo,
  constantTag,
  copied,
  listedAsCreated,
  rejectIf,
  rewrittenAfter,
  scalarsOf,
  unlisted,
  withCondition,
} from './mutants.ts';

export const isAccepted =
  (title: string) =>
  (operation: OperationId): RuleRow => ({
    title,
    claims: [attempts],
    mutants: {
      'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299),
    },
  });

export const rejectedChangesNothing = (operation: OperationId): RuleRow => ({
  topic: ['rejections'],
  title: 'a rejected request leaves the record as it was',
  claims: [holds('rejected-changes-nothing')],
  mutants: {
    'what is valid in a rejected request is stored': rewrittenAfter(
      operation,
      wasRejected,
      (before, sent) => ({ ...before, ...scalarsOf(sent) }),
    ),
  },
});

/** What is true of the records beside one that is changed, and of listings. */
export const changesOne = {
  'others-stay': (operation: OperationId): RuleRow => ({
    title: 'a change leaves other records',
    claims: [holds('others-stay')],
    mutants: { 'a change is made to all that was created': changedToo(operation) },
  }),
  'listed-as-changed': (operation: OperationId): RuleRow => ({
    title: 'a listing shows a changed record as it is',
    claims: [holds('listed-as-changed')],
    mutants: { 'a listing shows what was changed as it was': listedAsCreated(operation) },
  }),
  found: (operation: OperationId, contract: Contract): RuleRow => ({
    title: 'a changed record is found by a filter for what it shows',
    claims: [holds('found')],
    mutants: {
      'no filter finds what was created': unlisted(creatorOf(contract, operation)?.id ?? '', 'filtered'),
    },
  }),
  'not-after-deletion': (operation: OperationId): RuleRow => ({
    title: 'a change of a deleted record is rejected, or creates it',
    claims: [holds('not-after-deletion')],
    mutants: {
      'a change of what is gone is accepted': changeStatus(operation, (status) =>
        status === 404 ? 200 : status,
      ),
    },
  }),
  'creates-none': (operation: OperationId): RuleRow => ({
    title: 'a change creates no other record',
    claims: [holds('creates-none')],
    mutants: { 'a change creates another record with what was sent': copied(operation) },
  }),
};

/** The rules of operations that take an ETag in If-Match. */
export const conditionalRules = {
  'if-match-current': (operation: OperationId): RuleRow => ({
    title: 'a request with the current ETag in If-Match is accepted',
    claims: [attempts],
    mutants: {
      'every If-Match is answered 412': rejectIf(operation, 'if-match', 412),
    },
  }),
  'if-match-stale': (operation: OperationId): RuleRow => ({
    topic: ['rejections'],
    title: 'a request with another ETag in If-Match is rejected',
    claims: [attempts],
    mutants: { 'If-Match is ignored': withCondition(operation, 'if-match', '*') },
  }),
  'if-match-status': (operation: OperationId): RuleRow => ({
    topic: ['rejections'],
    title: 'a request with another ETag in If-Match gets the status 412',
    claims: [holds('if-match-status')],
    mutants: {
      'another ETag is answered 409': changeStatus(operation, (status) => (status === 412 ? 409 : status)),
    },
  }),
};

/** The rules of operations that change a record, and take an ETag in If-Match. */
export const conditionalChanges = {
  ...conditionalRules,
  'etag-changes': (operation: OperationId): RuleRow => ({
    title: 'a changed record has another ETag',
    claims: [holds('etag-changes')],
    mutants: { 'a record has the same ETag after a change': constantTag(operation) },
  }),
};
