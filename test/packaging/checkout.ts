import { type ChildProcess, execFile } from 'node:child_process';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What assay is built as for those without Node. Each build takes a minute: a run tries one of them. */
export const kinds = ['executable', 'image'] as const;

/** What a build is made of. */
const sources = [
  ...['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'tsconfig.build.json'],
  ...[
    '.gitignore',
    'LICENSE',
    'CHANGELOG.md',
    'README.md',
    'docs',
    'src',
    'conformance',
    'spec',
    'fixtures',
    'tools',
    'packaging',
  ],
];

/** A copy of the checkout as a repository of its own: other tests use the build of this one at the same time. */
export async function copyOfCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-packaging-'));
  const filter = (path: string): boolean => basename(path) !== 'node_modules';
  for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const words of [
    ['init', '--quiet'],
    ['config', 'user.name', 'assay'],
    ['config', 'user.email', 'assay@localhost'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'Copy'],
  ])
    await run(folder, 'git', ...words);
  return folder;
}

/** The environment of a build: the Node that runs the tests, and nothing that npm and Vitest have added. */
export const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_TEST|NODE_OPTIONS)/.test(name)),
  ),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
};

/** Runs a command to its end. */
export const run = (cwd: string, command: string, ...words: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(command, words, { cwd, env: environment, maxBuffer: 2 ** 26 });

/** The first address that a command prints; its output is read on, so that it can go on printing. */
export const addressOf = ({ stdout }: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    stdout?.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const [, address] = /(http:\/\/[^\s/]+)[\s/]/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    stdout?.on('close', () => reject(new Error(`no address was printed: ${printed}`)));
  });
