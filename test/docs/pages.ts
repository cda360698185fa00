import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A page of the documentation. */
export type Page = { readonly path: string; readonly text: string };

const folders = ['docs'];
const files = [
  'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md', 'examples/first-server/README.md', 'src/README.md',
  'conformance/client/README.md', 'conformance/create/README.md', 'conformance/engine/README.md', 'conformance/life/README.md',
  'conformance/list/README.md', 'conformance/report/README.md',
]; // biome-ignore format: one glance

/** Every page of the documentation. */
export async function readPages(): Promise<Page[]> {
  const inFolders = folders.map(async (folder) =>
    (await readdir(join(root, folder)))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  );
  const paths = [...files, ...(await Promise.all(inFolders)).flat()];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

/** The fenced blocks of a page: the word after the fence, and what is between. */
export const blocksOf = ({ text }: Page): { readonly language: string; readonly content: string }[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', content = '']) => ({
    language,
    content,
  }));

/** A page without its fenced blocks. */
export const proseOf = ({ text }: Page): string => text.replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '');

/** Every link of a page that leads to no other host. */
export const linksOf = (page: Page): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
