import { defineConfig } from 'vitest/config';
import { exported } from '../tools/exported.ts';

/** Runs an example inside this repository, where the name assay leads to the source; elsewhere none is needed. */
export default defineConfig({
  resolve: {
    alias: [...exported].map(([name, { pathname }]) => ({
      find: new RegExp(`^${name}$`),
      replacement: pathname,
    })),
  },
  test: { include: ['**/*.test.ts', '**/*.fixture.ts'] },
});
