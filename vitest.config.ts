import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The examples import assay by name, as those do who install it; here the name leads to the source.
  ssr: { resolve: { conditions: ['assay-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['test/**/*.test.ts', 'bench/**/*.test.ts', 'examples/**/*.test.ts'],
    // The example is a whole check of its own; runners.test.ts runs it.
    exclude: ['examples/vitest/**', '**/node_modules/**'],
    // The tests have the machine to themselves: by default one core would be left idle.
    maxWorkers: '100%',
    // No test changes what another could see; most of them load the same modules.
    isolate: false,
    // Tests that measure memory collect garbage first.
    execArgv: ['--expose-gc'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
