// What is true of every operation that deletes a record.

import { readerOf } from '../../src/contract/related-operations.ts';
import { isLost } from '../../src/http/exchange.ts';
import { attempts } from '../core/judge-attempts.ts';
import { kindRules } from '../core/rule.ts';
import { wasAccepted } from '../core/status.ts';
import { sendingHeader } from '../create/edits.ts';
import { holds } from '../life/claims.ts';
import { againForAnother, forAll, instead, listedAfterDeletion } from '../life/mutants.ts';
import { changeStatus } from '../mutants/edits.ts';

const done = { status: 204, headers: [], body: new Uint8Array(), ms: 1 };

export default kindRules('delete', ['operations'], {
  accepted: (operation) => ({
    title: 'a request to delete what was created is accepted',
    claims: [attempts],
    mutants: {
      'every deletion crashes': changeStatus(operation, (status) => (status <= 299 ? 500 : status)),
    },
  }),
  gone: (operation) => ({
    title: 'a deleted record is not returned any more',
    shows: 'content',
    claims: [holds],
    mutants: {
      'a deletion is accepted and does nothing': instead(operation, async (request, next) => {
        const read = await next({ ...request, method: 'GET' });
        return wasAccepted({ response: read }) ? done : read;
      }),
    },
  }),
  'not-listed': (operation, contract) => ({
    title: 'a deleted record is not listed any more',
    // Where nothing reads a record, only a listing shows that it is gone.
    ...(readerOf(contract, operation) ? {} : { shows: 'content' }),
    claims: [holds],
    mutants: { 'a deleted record is still listed': listedAfterDeletion(operation) },
  }),
  'others-stay': (operation) => ({
    title: 'a deletion leaves other records',
    claims: [holds],
    mutants: {
      'a deletion deletes all that was created': forAll(operation),
      'a second deletion deletes another record': againForAnother(operation),
    },
  }),
  'rejected-changes-nothing': (operation) => ({
    topic: ['rejections'],
    title: 'a rejected request leaves the record as it was',
    claims: [holds],
    mutants: {
      'a deletion that is answered 412 deletes': instead(operation, async (request, next) => {
        const response = await next(request);
        if (!isLost(response) && response.status === 412)
          await next({ ...request, headers: sendingHeader('if-match', '*')(request.headers) });
        return response;
      }),
    },
  }),
  'again-not-crash': (operation, contract) => ({
    title: 'deleting a record again, or reading it then, causes no 5xx status',
    claims: [holds],
    mutants: {
      'reading what is gone crashes': changeStatus(readerOf(contract, operation)?.id ?? '', (status) =>
        status === 404 ? 500 : status,
      ),
      'deleting what is gone crashes': changeStatus(operation, (status) => (status === 404 ? 500 : status)),
    },
  }),
});
