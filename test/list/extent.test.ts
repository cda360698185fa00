import { expect, test } from 'vitest';
import { extentOf } from '../../conformance/list/pages/places.ts';
import { pageOf } from './pages.ts';

test('pages that begin past the last product say nothing of how many there are, whatever they show', () => {
  const whole = pageOf({ limit: 25, offset: 0 }, 10, 10);
  const beyond = [20, 21, 22].map((offset) => pageOf({ limit: 25, offset }, 25 - offset, 10));
  expect(extentOf([whole, ...beyond])?.count).toBe(10);
});
