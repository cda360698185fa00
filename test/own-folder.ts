import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Each test file runs in an empty folder, without the `ASSAY_` variables of the caller. In the checkout, commands would find the
// target file that `init` wrote there, and a variable such as ASSAY_STRICT would change what they do. What a command prints has
// no colours either, which a build server forces upon all that it starts.

const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
process.chdir(folder);
afterAll(() => {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true });
});

for (const name of Object.keys(process.env))
  if (/^(ASSAY_(?!UNDER_TEST$)|FORCE_COLOR$)/.test(name)) Reflect.deleteProperty(process.env, name);
process.env.NO_COLOR = '1';
