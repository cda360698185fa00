import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { exported } from './tools/exported.ts';

/** What takes long, or wants another toolchain, a browser or the network: `npm run test:all` runs it. */
const long = [
  '**/*.browser.test.ts',
  'bench/clients/clients.test.ts',
  'bench/disturbed/disturbed.test.ts',
  'bench/real/real.test.ts',
  'examples/ci/**/*.test.ts',
  'examples/clients/*.test.ts',
  'examples/containers/*.test.ts',
  'examples/contract/contract.test.ts',
  'examples/first-server/*.test.ts',
  'examples/house-rules/*.test.ts',
  'examples/runners.test.ts',
  'test/bundle/bundle.test.ts',
  'test/check/fair-rechecks.test.ts',
  'test/check/growth.test.ts',
  'test/cli/bisect.test.ts',
  'test/cli/crash.test.ts',
  'test/cli/executable.test.ts',
  'test/cli/home.test.ts',
  'test/cli/prove.test.ts',
  'test/cli/watch.test.ts',
  'test/client/client.test.ts',
  'test/client/conforming-changes.test.ts',
  'test/client/control.test.ts',
  'test/client/ending.test.ts',
  'test/client/options.test.ts',
  'test/contract-driven/amendments.test.ts',
  'test/contract/schema-values.test.ts',
  'test/generators/**/*.test.ts',
  'test/hostile/**/*.test.ts',
  'test/house/caller.test.ts',
  'test/independent-server/**/*.test.ts',
  'test/laws/numbers.test.ts',
  'test/laws/on-target.test.ts',
  'test/laws/prism.test.ts',
  'test/laws/repeat.test.ts',
  'test/laws/repeatable.test.ts',
  'test/laws/shell.test.ts',
  'test/laws/sweep.test.ts',
  'test/package/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/recorded/foreign-recordings.test.ts',
  'test/recorded/judged-again.test.ts',
  'test/vitest/**/*.test.ts',
];

/** `npm test` tries a sample of these laws, and `npm run test:all` a part of the rest. */
const laws = ['test/laws/laws.test.ts', 'test/laws/any-contract.test.ts'];

// The example is a whole check of its own; the tests of the package run it.
const never = ['examples/vitest/**', '**/node_modules/**'];

/** What `npm test -- FILE…` tries of the laws. */
const near = ['test/laws/near.test.ts'];

/** Short files that take long. On a clean machine nothing is known of earlier runs, and the largest file would begin first. */
const first =
  /disturbed\.test|laws\.test|any-contract\.test|judged-again\.test|on-target\.test|numbers\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean => first.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  resolve: {
    // The examples import assay by name, as those do who install it; here the name leads to the source.
    alias: [...exported].map(([name, { pathname }]) => ({
      find: new RegExp(`^${name}$`),
      replacement: pathname,
    })),
  },
  test: {
    // The tests have the machine to themselves: by default one core would be left idle.
    maxWorkers: '100%',
    // No test changes what another could see; most of them load the same modules.
    isolate: false,
    // Tests that measure memory collect garbage first.
    execArgv: ['--expose-gc'],
    setupFiles: 'test/own-folder.ts',
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts', 'bench/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [...never, ...near, ...long],
          provide: { laws: 'sampled' },
        },
      },
      { extends: true, test: { name: 'near', include: near } },
      {
        extends: true,
        test: {
          name: 'long',
          // Its tests often wait for processes of their own.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
          include: [...long, ...laws],
          exclude: [...never, ...near],
          provide: { laws: 'the rest' },
          globalSetup: 'test/build.ts',
          env: { ASSAY_UNDER_TEST: 'dist/conformance/cli/bin.js' },
        },
      },
    ],
  },
});
