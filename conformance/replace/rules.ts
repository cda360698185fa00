// What is true of every operation that replaces a record.

import { operationIn } from '../../src/contract/operations.ts';
import { attempts } from '../core/attempt.ts';
import { crashOn } from '../core/mutants.ts';
import { rules } from '../core/rule.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import { documentedStatus, holds } from '../life/claims.ts';
import { afterwards, rewrittenAfter, scalarsOf, undone, withAnotherValue } from '../life/mutants.ts';

export default rules('replace', ['operations'], {
  accepted: (operation) => ({
    title: 'a request with the required fields is accepted',
    claims: [attempts],
    mutants: {
      'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299),
    },
  }),
  status: documentedStatus,
  shown: (operation, contract) => ({
    title: 'a replaced record is returned as it was sent',
    shows: 'content',
    claims: [holds('shown')],
    mutants: {
      'a replacement is accepted and not stored': undone(operation, wasAccepted),
      'one field of a replacement is changed afterwards': rewrittenAfter(
        operation,
        wasAccepted,
        (_before, _sent, after) => withAnotherValue(operationIn(contract, operation), after),
      ),
    },
  }),
  repeatable: (operation) => ({
    title: 'replacing a record twice with the same is like replacing it once',
    claims: [holds('repeatable')],
    mutants: {
      'a second replacement creates a record': afterwards(operation, async ({ exchange, first }) =>
        first || !wasAccepted(exchange) ? undefined : { ...exchange.response, status: 201 },
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
