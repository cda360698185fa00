import { expect, test } from 'vitest';
import { countedAs, operationOf } from '../../conformance/core/operation-of.ts';
import { descriptorOf } from '../../src/contract/operations.ts';

test('a call to a path of no operation counts as one that lists', () => {
  const call = { method: 'GET', target: '/nowhere' };
  expect(operationOf(call)).toBeUndefined();
  expect(descriptorOf(countedAs(call)).kind).toBe('list');
});
