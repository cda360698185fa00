// What is listed of created records.

import { rules } from '../core/rule.ts';
import { changeHeader } from '../mutants/edits.ts';
import { holds } from './claims.ts';
import { constantTotal, storedThoughRejected, unlisted } from './mutants.ts';

export default rules('create', ['operations'], {
  listed: (operation) => ({
    title: 'what was created is listed',
    claims: [holds('listed')],
    mutants: { 'what is created is not listed': unlisted(operation) },
  }),
  found: (operation) => ({
    title: 'what was created is found by a filter for what it shows',
    claims: [holds('found')],
    mutants: { 'no filter finds what is created': unlisted(operation, 'filtered') },
  }),
  'total-kept': (operation) => ({
    title: 'after a creation, the total is the number of {records}',
    claims: [holds('total-kept')],
    mutants: { 'the total stays what it was': constantTotal(operation) },
  }),
  location: (operation) => ({
    title: 'Location leads to what was created',
    claims: [holds('location')],
    mutants: {
      'Location leads to the listing': changeHeader(operation, 'location', '/'),
    },
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
