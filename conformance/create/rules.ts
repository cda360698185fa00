import { operationIn } from '../../src/contract/operations.ts';
import { keyOfId } from '../../src/contract/record.ts';
import { deleterOf } from '../../src/contract/related-operations.ts';
import { distinct } from '../core/distinct.ts';
import { attempts } from '../core/judge-attempts.ts';
import { kindRules } from '../core/rule.ts';
import { changeStatus, crashOn, rejectWhere, renumbered, uuidOf } from '../mutants/edits.ts';
import { returnsStatus } from './claims.ts';

// What is true of every operation that creates; an operation with a rule of the same name replaces it.

export default kindRules('create', ['operations'], {
  accepted: (operation) => ({
    title: 'a request with the required fields is accepted',
    claims: [attempts],
    mutants: {
      // What was not accepted is known to be good only if the target file says so (READINGS P2).
      'every request is rejected': {
        wireFor: ({ known }) => rejectWhere(operation, () => known[operation] !== undefined),
      },
      'every valid request crashes the server': crashOn(operation, (_, status) => status <= 299),
    },
  }),
  created: (operation, contract) => {
    const { success } = operationIn(contract, operation);
    return returnsStatus(operation, `a created record is returned with the status ${success}`, [success]);
  },
  'unknown-parent': (operation) => ({
    topic: ['rejections'],
    title: 'a creation below a record that is not there is rejected',
    claims: [attempts],
    mutants: {
      'a record is created below what is not there': changeStatus(operation, (status) =>
        status === 404 ? 201 : status,
      ),
    },
  }),
  'id-distinct': (operation, contract) => {
    const creation = operationIn(contract, operation);
    const shownAt = [...creation.record, ...creation.idPlace];
    const deletion = deleterOf(contract, creation)?.id;
    return {
      topic: ['fields'],
      title: 'each created record has an id of its own',
      // The id of a deleted record may be used again.
      claims: [distinct({ shownAt, ...(deletion === undefined ? {} : { deletion, read: keyOfId }) })],
      mutants: { 'every record has the same id': renumbered(operation, () => uuidOf('one')) },
    };
  },
});
