import { expect, test } from 'vitest';
import type { Answer } from '../../conformance/core/evidence.ts';
import { createEvidence } from '../../conformance/runner/evidence.ts';
import { pageOf } from '../interface/pages.ts';
import { target } from './small-catalogue.ts';

const [first, second] = ['first', 'second'].map((node) => ({ hierarchy: 'H', node }));

/** A response with a page of the first node. */
function answerWith(query: { readonly filter?: string }, offset: number): Answer {
  const page = { ...pageOf({ ...query, limit: 1, offset }, 1), ...(first ? { node: first } : {}) };
  const reply = { status: 200, headers: [], body: new Uint8Array(), ms: 1 };
  const { call } = page.exchange;
  return {
    ...{ operation: 'node-products', accepted: true, request: { defects: [] } },
    ...{ call, reply, body: { json: {} }, page },
  };
}

test('a product that one node lists without a filter is live in its hierarchy, for other nodes too', () => {
  const nodes = [first, second].flatMap((node) => node ?? []);
  const evidence = createEvidence({ ...target, nodes });
  evidence.take(answerWith({}, 1));
  evidence.take(answerWith({ filter: 'eq(name,Tent)' }, 2));
  for (const { liveInHierarchy } of evidence.listings())
    expect([...liveInHierarchy.keys()]).toEqual(['product 1']);
});
