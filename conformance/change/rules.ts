// What is true of every operation that changes a record, by replacing it or by updating its fields.

import { isDeepStrictEqual } from 'node:util';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { listedFields, requestFields } from '../../src/contract/record.ts';
import { creatorOf } from '../../src/contract/related-operations.ts';
import { isOnlySuccess } from '../../src/contract/statuses.ts';
import { at } from '../../src/json/json.ts';
import { typesOf } from '../../src/json/schema-at.ts';
import { attempts } from '../core/judge-attempts.ts';
import { type KindRows, kindRules } from '../core/rule.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { holds } from '../life/claims.ts';
import {
  afterwards,
  copied,
  filteredAsFirstListed,
  forAll,
  leftUnlisted,
  listedAsCreated,
  rewrittenAfter,
  scalarsOf,
  sortedAsFirstListed,
  timedOtherwise,
  withAnotherValue,
} from '../life/mutants.ts';
import { changeStatus, crashOn, rejectWhere } from '../mutants/edits.ts';

/** The rules of both kinds; an operation has those of which it has a clause. */
const changes: KindRows = {
  accepted: (operation) => ({
    title: 'a request with valid fields is accepted',
    claims: [attempts],
    mutants: { 'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299) },
  }),
  'each-value': (operation, contract) => ({
    title: 'a change to each value that a field has is accepted',
    claims: [attempts],
    mutants: Object.fromEntries(
      listedFields(operationIn(contract, operation)).map(([name, values]) => [
        `a change of ${name} to ${values.at(-1)} is rejected`,
        rejectWhere(operation, (sent) => at(sent, name) === values.at(-1)),
      ]),
    ),
  }),
  shown: (operation) => ({
    title: 'a changed record is returned with what was sent',
    shows: 'content',
    claims: [holds],
    mutants: {
      'a change is accepted and not stored': rewrittenAfter(operation, wasAccepted, (before) => before),
      'only the first field of a change is stored': rewrittenAfter(
        operation,
        wasAccepted,
        (before, sent) => ({
          ...before,
          ...Object.fromEntries(Object.entries(sent).slice(0, 1)),
        }),
      ),
    },
  }),
  'time-of-change': (operation) => ({
    topic: ['operations', 'timestamps'],
    title: 'a changed record has a later time of its last change',
    claims: [holds],
    mutants: {
      'the time of the last change stays what it was': timedOtherwise(
        operation,
        // A time of whole seconds may be the same after a change.
        (first) => new Date(first.setMilliseconds(125)),
      ),
      'the time of the last change is earlier each time': timedOtherwise(
        operation,
        (first, readings) => new Date(first.getTime() - readings * 3_600_000),
      ),
    },
  }),
  'keeps-others': (operation, contract) => ({
    title: 'an update leaves the fields that it does not contain',
    claims: [holds],
    mutants: {
      'an update changes a field that it does not contain': rewrittenAfter(
        operation,
        wasAccepted,
        (_before, sent, after) =>
          withAnotherValue(operationIn(contract, operation), after, (name) => !(name in sent)),
      ),
      ...(flagsOf(operationIn(contract, operation)).length > 0
        ? {
            'an update makes each flag false that it does not contain': rewrittenAfter(
              operation,
              wasAccepted,
              (_before, sent, after) => ({
                ...after,
                ...Object.fromEntries(
                  flagsOf(operationIn(contract, operation)).flatMap((name) =>
                    name in sent ? [] : [[name, false]],
                  ),
                ),
              }),
            ),
          }
        : {}),
    },
  }),
  'null-clears': (operation) => ({
    title: 'null for a field that may be null clears it',
    claims: [holds],
    mutants: {
      'null in an update is ignored': rewrittenAfter(operation, wasAccepted, (before, sent, after) => ({
        ...after,
        ...Object.fromEntries(
          Object.keys(sent).flatMap((name) => (sent[name] === null ? [[name, before[name] ?? null]] : [])),
        ),
      })),
    },
  }),
  repeatable: (operation, contract) => ({
    title: 'replacing a record twice with the same is like replacing it once',
    claims: [holds],
    mutants: {
      ...(isOnlySuccess(contract, operationIn(contract, operation), 201)
        ? {}
        : {
            'a second replacement creates a record': afterwards(operation, (served, first) =>
              first || !wasAccepted(served) ? undefined : { ...served.response, status: 201 },
            ),
          }),
      'a second replacement changes a record': rewrittenAfter(
        operation,
        wasAccepted,
        (before, _sent, after) =>
          isDeepStrictEqual(before, after)
            ? withAnotherValue(operationIn(contract, operation), after)
            : after,
      ),
    },
  }),
  'rejected-changes-nothing': (operation) => ({
    topic: ['rejections'],
    title: 'a rejected request leaves the record as it was',
    claims: [holds],
    mutants: {
      'what is valid in a rejected request is stored': rewrittenAfter(
        operation,
        wasRejected,
        (before, sent) => ({ ...before, ...scalarsOf(sent) }),
      ),
    },
  }),
  'others-stay': (operation) => ({
    title: 'a change leaves other records',
    claims: [holds],
    mutants: { 'a change is made to all that was created': forAll(operation) },
  }),
  'listed-as-changed': (operation) => ({
    topic: ['listed records'],
    title: 'a listing shows a changed record as it is',
    claims: [holds],
    mutants: { 'a listing shows what was changed as it was': listedAsCreated(operation) },
  }),
  'sorted-as-changed': (operation) => ({
    topic: ['order'],
    title: 'a sorted listing has a changed record where it belongs',
    claims: [holds],
    mutants: { 'a sort is by what records had when they were first listed': sortedAsFirstListed(operation) },
  }),
  found: (operation, contract) => ({
    topic: ['matches'],
    title: 'a changed record is found by a filter for what it shows',
    claims: [holds],
    mutants: {
      'no filter finds what was created': leftUnlisted(creatorOf(contract, operation)?.id ?? '', 'filtered'),
      'a filter goes by what records had when they were first listed': filteredAsFirstListed(operation),
    },
  }),
  'not-after-deletion': (operation) => ({
    title: 'a change of a deleted record is rejected, or creates it',
    claims: [holds],
    mutants: {
      'a change of what is gone is accepted': changeStatus(operation, (status) =>
        status === 404 ? 200 : status,
      ),
    },
  }),
  'creates-none': (operation) => ({
    title: 'a change creates no other record',
    claims: [holds],
    mutants: { 'a change creates another record with what was sent': copied(operation) },
  }),
};

/** The fields of a request that are true or false. */
const flagsOf = (operation: Operation): readonly string[] => {
  const fields = requestFields(operation);
  return Object.keys(fields).filter((name) => String(typesOf(fields[name])) === 'boolean');
};

export default [kindRules('replace', ['operations'], changes), kindRules('update', ['operations'], changes)];
