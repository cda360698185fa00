// What is listed of created records.

import { rules } from '../core/rule.ts';
import { holds } from './claims.ts';
import { constantTotal, storedThoughRejected, unlisted } from './mutants.ts';

export default rules('create', ['operations'], {
  listed: (operation) => ({
    title: 'what was created is listed',
    claims: [holds('listed')],
    mutants: { 'what is created is not listed': unlisted(operation) },
  }),
  counted: (operation) => ({
    title: 'what was created is counted in the total',
    claims: [holds('counted')],
    mutants: { 'the total does not grow': constantTotal(operation) },
  }),
  'rejected-not-stored': (operation) => ({
    topic: ['rejections'],
    title: 'a rejected request creates nothing',
    claims: [holds('rejected-not-stored')],
    mutants: { 'what is rejected is stored': storedThoughRejected(operation) },
  }),
});
