import { describe, expect, test } from 'vitest';
import { cutOutput } from '../../conformance/client/command-output.ts';

const lines = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, at) => `line ${from + at}`);

describe('an output that is cut', () => {
  test('is whole if it is short', () => expect(cutOutput(lines(10), 10)).toEqual(lines(10)));

  test('keeps its end, if nothing else says why the command failed', () =>
    expect(cutOutput(lines(100), 4)).toEqual(['… 96 lines not shown …', ...lines(4, 97)]));

  test.each([
    'AssertionError [ERR_ASSERTION]: 2 !== 3',
    'E       assert 25 == 100',
    'not ok 3 - pages',
    'FAIL test/pages.test.ts',
    '    ✖ reads all pages (3 ms)',
    '  × reads all pages',
    'org.opentest4j.AssertionFailedError: expected: <100> but was: <25>',
    "thread 'pages' panicked at src/lib.rs:3:5: assertion `left == right` failed",
    'Expected 100 products',
    '--- FAIL: TestReadsAllPages (0.01s)',
    'java.lang.IllegalStateException: no page',
  ])('keeps the first assertion and its end: %s', (assertion) =>
    expect(cutOutput([...lines(50), assertion, ...lines(50, 51)], 4)).toEqual([
      '… 50 lines not shown …',
      assertion,
      'line 51',
      '… 47 lines not shown …',
      'line 99',
      'line 100',
    ]),
  );

  test('repeats no line if the assertion is near the end', () => {
    const all = [...lines(50), 'Error: no page', ...lines(3, 51)];
    expect(cutOutput(all, 4)).toEqual(['… 50 lines not shown …', 'Error: no page', ...lines(3, 51)]);
  });
});
