import { mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isOwnFolder, whyOthers } from '../../src/ownership.ts';
import '../../src/supported-node.ts';

// The cache has to be enabled before anything else is imported. It is in a folder of the user: in a shared folder,
// others could place code for us to run.
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
// Accessed through the module: an old Node has no such export and would reject the import.
if (process.env.NODE_COMPILE_CACHE !== undefined) nodeModule.enableCompileCache();
else if (await isOwn(join(caches, 'assay'))) nodeModule.enableCompileCache(join(caches, 'assay'));
const { runProcess } = await import('./main.ts');
await runProcess();

async function isOwn(folder: string): Promise<boolean> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwnFolder(folder) === true && (await whyOthers(folder)) === undefined;
  } catch {
    return false;
  }
}
