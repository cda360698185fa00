import { defineConfig } from 'vitest/config';

/** Runs an example inside this repository, where the name assay leads to the source; elsewhere none is needed. */
export default defineConfig({
  ssr: { resolve: { conditions: ['assay-source', 'module', 'node', 'development|production'] } },
  test: { include: ['**/*.test.ts', '**/*.fixture.ts'] },
});
