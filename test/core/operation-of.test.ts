import { expect, test } from 'vitest';
import { countedAs, operationOf } from '../../conformance/core/operation-of.ts';
import { descriptorOf } from '../../src/contract/operations.ts';

test('a call to a path of no operation counts as one that lists', () => {
  const request = { method: 'GET', target: '/nowhere' };
  expect(operationOf(request)).toBeUndefined();
  expect(descriptorOf(countedAs(request)).kind).toBe('list');
});
