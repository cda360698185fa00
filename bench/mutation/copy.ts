import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderOf, type Language } from '../independent/server.ts';

/** Copies a server to `folder`, and links there what was installed for it: a folder too large to be copied for each mutant. */
export async function copyServer(language: Language, folder: string, installed: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const source = folderOf(language);
  const without = new Set([installed, '__pycache__']);
  await cp(source, folder, { recursive: true, filter: (file) => !without.has(basename(file)) });
  await symlink(join(source, installed), join(folder, installed));
}
