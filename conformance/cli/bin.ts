#!/usr/bin/env node
// Nothing is imported statically: where a file of assay is missing or broken, Node would end with 1, the code of a verdict.
import('./begin.ts').catch((error: unknown) => {
  const what = error instanceof Error ? error.message : String(error);
  // Where Node is too old, the message says all, and has no stack.
  const isWhole = error instanceof Error && error.stack === error.message;
  process.stderr.write(
    isWhole ? `${what}\n` : `assay cannot start: ${what.replaceAll('\n', ' ')}; install it again.\n`,
  );
  process.exit(2);
});
