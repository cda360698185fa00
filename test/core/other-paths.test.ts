import { expect, it } from 'vitest';
import type { Mutant } from '../../src/http/exchange.ts';
import { responseOf } from '../json-response.ts';
import { conforming, contract, isFalsePositive, judged } from '../shipped.ts';

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ofUuids = new RegExp(`/hierarchies/${uuid}/nodes/${uuid}/`, 'i');

it('a page of HTML at a path with one id that is not a UUID breaks no must (READINGS P1)', async () => {
  const served = new Set<string>();
  const page: Mutant = (next) => async (request) => {
    if (request.method !== 'GET' || ofUuids.test(request.target)) return next(request);
    served.add(request.target);
    return responseOf(200, [['content-type', 'text/html']], '<!doctype html>');
  };
  const results = await judged(conforming({ mutants: [page] }));
  const broken = results.filter(isFalsePositive).map(({ rule }) => rule);
  expect(served.size).toBeGreaterThan(1);
  expect(broken.filter((id) => contract.clauses.get(id)?.level === 'must')).toEqual([]);
});
