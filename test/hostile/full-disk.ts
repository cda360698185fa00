import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a command (`--import`): a disk on which only the beginning of a new file finds room. Files that are
 * there already are written to as ever.
 */
const { writeFile } = fs.promises;
fs.promises.writeFile = async (file, data, options) => {
  const isNew = typeof options === 'object' && options?.flag === 'wx';
  if (!isNew) return writeFile(file, data, options);
  await writeFile(file, String(data).slice(0, 1000), options);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
syncBuiltinESMExports();
