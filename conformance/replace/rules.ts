// What is true of every operation that replaces a record.

import { operationIn } from '../../src/contract/operations.ts';
import { rules } from '../core/rule.ts';
import { wasAccepted } from '../core/status.ts';
import { changesOne, conditionalChanges, isAccepted, rejectedChangesNothing } from '../life/change-rules.ts';
import { documentedStatus, holds } from '../life/claims.ts';
import { afterwards, rewrittenAfter, undone, withAnotherValue } from '../life/mutants.ts';

export default rules('replace', ['operations'], {
  accepted: isAccepted('a request with the required fields is accepted'),
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
  'rejected-changes-nothing': rejectedChangesNothing,
  ...changesOne,
  ...conditionalChanges,
});
