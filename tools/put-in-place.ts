import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './bundle/checkout.ts';

// Puts the new build in the place of the one before: a command that starts meanwhile finds one of them.
const [dist, before] = [join(root, 'dist'), join(root, 'build/before')];
rmSync(before, { recursive: true, force: true });
try {
  renameSync(dist, before);
} catch {
  // It is the first build.
}
renameSync(build, dist);
rmSync(before, { recursive: true, force: true });
