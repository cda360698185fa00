import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A TypeScript file of assay: its path from the root, its text, and the paths of the files it imports. */
type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
};

/** Every TypeScript file that is shipped, in some folders. */
export async function sourceFiles(folders = ['src', 'conformance']): Promise<SourceFile[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  const paths = found.flat().filter((path) => path.endsWith('.ts'));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    }),
  );
}

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) =>
    relative(root, resolve(root, dirname(path), to)),
  );
