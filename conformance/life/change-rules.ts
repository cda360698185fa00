// What is true of every request that changes a record, by replacing it or by updating its fields.

import type { OperationId } from '../../src/contract/operations.ts';
import { attempts } from '../core/attempt.ts';
import { crashOn } from '../core/mutants.ts';
import type { RuleRow } from '../core/rule.ts';
import { wasRejected } from '../core/status.ts';
import { holds } from './claims.ts';
import { rewrittenAfter, scalarsOf } from './mutants.ts';

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
