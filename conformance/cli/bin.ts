#!/usr/bin/env node
// Nothing is imported statically: if a file were missing, Node would exit with 1, the code of a verdict.
import('./begin.ts').catch((error: unknown) => {
  const what = error instanceof Error ? error.message : String(error);
  // If Node is too old, the message is complete.
  const isWhole = error instanceof Error && error.stack === error.message;
  process.stderr.write(
    isWhole ? `${what}\n` : `assay cannot start: ${what.replaceAll('\n', ' ')}; install it again.\n`,
  );
  process.exit(2);
});
