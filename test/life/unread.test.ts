// What is said where a server cannot show that a record is gone.

import { expect, it } from 'vitest';
import { wordsOfResult } from '../../conformance/report/reasons.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { jsonResponse } from '../json-response.ts';
import { check, stubWith } from './checked.ts';

/** A server that answers each record that is not there in this way. */
const answering =
  (status: number, next: Transport = stubWith()): Transport =>
  async (request) => {
    const response = await next(request);
    const isGone = request.method === 'GET' && 'status' in response && response.status === 404;
    return isGone ? jsonResponse(status, { title: 'a mistake' }) : response;
  };

it.each([
  [500, 'returns 500'],
  [400, 'returns 400'],
])('a deleted record is not changed where reading it returns %i, and that is said', async (status, said) => {
  const { results } = await check(answering(status));
  const late = results.find(({ rule }) => rule === 'updateBook/not-after-deletion');
  expect([late?.verdict, late && wordsOfResult(late).why]).toEqual([
    'inconclusive',
    expect.stringContaining(said),
  ]);
});
