import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle/checkout.ts';

// Makes the types of the contract, `assay/types`, in build/types.d.ts, unless they are newer than the contract.
const [spec, types] = [join(root, 'spec/openapi.yaml'), join(root, 'build/types.d.ts')];
const made = statSync(types, { throwIfNoEntry: false });
if (made === undefined || made.mtimeMs < statSync(spec).mtimeMs) {
  mkdirSync(join(root, 'build'), { recursive: true });
  // Another command may make them, or read them, at the same time.
  const draft = join(root, `build/types.${process.pid}.d.ts`);
  execFileSync('npm', ['run', '-s', '-w', 'tools/generators', 'types', '--', draft], { cwd: root });
  renameSync(draft, types);
}
