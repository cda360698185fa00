import { expect, test } from 'vitest';
import { countedAs, operationOf } from '../../conformance/core/operation-of.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { contract } from '../shipped.ts';

test('a call to a path of no operation counts as one that lists', () => {
  const request = { method: 'GET', target: '/nowhere' };
  expect(operationOf(contract, request)).toBeUndefined();
  expect(operationIn(contract, countedAs(contract, request)).kind).toBe('list');
});
