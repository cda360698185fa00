import { expect, it } from 'vitest';
import { clientVerdictOf } from '../../conformance/client/verdict.ts';

/** The verdict of a client whose command failed so often with the default options. */
function verdictAfter(failures: number, tries: number) {
  const failed = failures === 0 ? {} : { failed: { how: 'exit code 1', output: [] } };
  return clientVerdictOf({
    ...{ variations: [], resilience: [], sent: [], strict: false, isPart: false, hasMore: false },
    baseline: {
      ms: 1,
      requests: 1,
      rejected: 0,
      rejectedAsExpected: 0,
      operations: {},
      tries,
      failures,
      ...failed,
    },
    stopped: undefined,
  });
}

it('a command that always fails with the default options is not flaky', () => {
  expect(verdictAfter(2, 2)).toMatchObject({ verdict: 'undetermined', why: 'exit code 1' });
  expect(verdictAfter(1, 2)).toMatchObject({ why: expect.stringContaining('it failed 1 of 2 times') });
});
