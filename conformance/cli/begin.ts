import nodeModule from 'node:module';
import { isOwnFolder, whyOthers } from '../../src/ownership.ts';
import '../../src/supported-node.ts';
import { makeFolders, userCache } from '../../src/user-cache.ts';

// The cache has to be enabled before anything else is imported. It is in a folder of the user: in a shared folder,
// others could place code for us to run.
const cache = userCache(process.env);
// Accessed through the module: an old Node has no such export and would reject the import.
if (process.env.NODE_COMPILE_CACHE !== undefined) nodeModule.enableCompileCache();
else if (cache !== undefined && (await isOwn(cache))) nodeModule.enableCompileCache(cache);
const { runProcess } = await import('./main.ts');
await runProcess();

async function isOwn(folder: string): Promise<boolean> {
  try {
    makeFolders(folder, 0o700);
    return isOwnFolder(folder) === true && (await whyOthers(folder)) === undefined;
  } catch {
    return false;
  }
}
