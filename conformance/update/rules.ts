// What is true of every operation that updates fields of a record.

import { operationIn } from '../../src/contract/operations.ts';
import { rules } from '../core/rule.ts';
import { wasAccepted } from '../core/status.ts';
import { changesOne, conditionalChanges, isAccepted, rejectedChangesNothing } from '../life/change-rules.ts';
import { documentedStatus, holds } from '../life/claims.ts';
import { rewrittenAfter, undone, withAnotherValue } from '../life/mutants.ts';

export default rules('update', ['operations'], {
  accepted: isAccepted('a request with valid fields is accepted'),
  status: documentedStatus,
  shown: (operation) => ({
    title: 'an updated record is returned with what was sent',
    shows: 'content',
    claims: [holds('shown')],
    mutants: {
      'an update is accepted and not stored': undone(operation, wasAccepted),
      'only the first field of an update is stored': rewrittenAfter(
        operation,
        wasAccepted,
        (before, sent) => {
          const [first] = Object.entries(sent);
          return first ? { ...before, ...Object.fromEntries([first]) } : before;
        },
      ),
    },
  }),
  'keeps-others': (operation, contract) => ({
    title: 'an update leaves the fields that it does not contain',
    claims: [holds('keeps-others')],
    mutants: {
      'an update changes a field that it does not contain': rewrittenAfter(
        operation,
        wasAccepted,
        (_before, sent, after) =>
          withAnotherValue(operationIn(contract, operation), after, (name) => !(name in sent)),
      ),
    },
  }),
  'null-clears': (operation) => ({
    title: 'null for a field that may be null clears it',
    claims: [holds('null-clears')],
    mutants: {
      'null in an update is ignored': rewrittenAfter(operation, wasAccepted, (before, sent, after) => ({
        ...after,
        ...Object.fromEntries(
          Object.entries(sent).flatMap(([name, value]) =>
            value === null ? [[name, before[name] ?? null]] : [],
          ),
        ),
      })),
    },
  }),
  'rejected-changes-nothing': rejectedChangesNothing,
  ...changesOne,
  ...conditionalChanges,
});
