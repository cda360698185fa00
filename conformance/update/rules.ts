// What is true of every operation that updates fields of a record.

import { operationIn } from '../../src/contract/operations.ts';
import { attempts } from '../core/attempt.ts';
import { crashOn } from '../core/mutants.ts';
import { rules } from '../core/rule.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { documentedStatus, holds } from '../life/claims.ts';
import { rewrittenAfter, scalarsOf, undone, withAnotherValue } from '../life/mutants.ts';

export default rules('update', ['operations'], {
  accepted: (operation) => ({
    title: 'a request with valid fields is accepted',
    claims: [attempts],
    mutants: {
      'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299),
    },
  }),
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
  'rejected-changes-nothing': (operation) => ({
    topic: ['rejections'],
    title: 'a rejected request leaves the record as it was',
    claims: [holds('rejected-changes-nothing')],
    mutants: {
      'what is valid in a rejected request is stored': rewrittenAfter(
        operation,
        wasRejected,
        (before, sent) => ({
          ...before,
          ...scalarsOf(sent),
        }),
      ),
    },
  }),
});
