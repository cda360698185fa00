import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isCatalogFileName } from '../../../src/stub/catalog/load-catalog.ts';

/** How long to wait after a change, in milliseconds: editors write a file in several steps. */
const settleTime = 60;

/** Calls back on every change of a file, or of the catalog files of a folder, until it is closed. */
export async function watchFixtures(path: string, onChange: () => void): Promise<{ close: () => void }> {
  const isFolder = (await stat(path)).isDirectory();
  // Editors replace the file by a new one, so the folder is watched.
  const folder = isFolder ? path : dirname(path);
  const isFixture = (name: string): boolean => (isFolder ? isCatalogFileName(name) : name === basename(path));
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, (_, name) => {
    if (name !== null && !isFixture(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settleTime);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
