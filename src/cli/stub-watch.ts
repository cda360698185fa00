import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isCatalogFileName } from '../stub/load-catalog.ts';

/** How long a file has to keep still before it is read, in milliseconds: editors write in several steps. */
const pause = 60;

/** Tells of every change of a file, or of the catalog files of a folder, until it is closed. */
export async function watchFixtures(path: string, onChange: () => void): Promise<{ close: () => void }> {
  const isFolder = (await stat(path)).isDirectory();
  // Editors put a new file in the place of the old one, so it is the folder that is watched.
  const folder = isFolder ? path : dirname(path);
  const matters = (name: string): boolean => (isFolder ? isCatalogFileName(name) : name === basename(path));
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, (_, name) => {
    if (name !== null && !matters(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, pause);
  });
  return {
    close: () => {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
