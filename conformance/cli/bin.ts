#!/usr/bin/env node
// Nothing is imported statically: where a file of assay is missing or broken, Node would end with 1, the code of a verdict.
import('./begin.ts').catch((error: unknown) => {
  const what = error instanceof Error ? error.message : String(error);
  process.stderr.write(`assay cannot start: ${what.replaceAll('\n', ' ')}; install it again.\n`);
  process.exit(2);
});
