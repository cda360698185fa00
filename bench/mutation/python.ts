import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOf, install, missing, startServer } from '../independent/server.ts';
import { copyServer } from './copy.ts';
import { differenceOf } from './difference.ts';
import { identify } from './identify.ts';
import type { Mutator } from './mutator.ts';
import { readTexts } from './read-texts.ts';
import { runTool } from './run-tool.ts';

/** What handles requests. The environment, the tables, the data and the start of the process are left as they are. */
const files = [
  'shop/auth.py',
  'shop/catalog.py',
  'shop/errors.py',
  'shop/keys.py',
  'shop/schemas.py',
  'shop/subscriptions.py',
];

const tool = join(import.meta.dirname, 'cosmic-ray');

type CosmicMutant = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly operator: string;
  /** The whole file with the change. */
  readonly code: string;
};

/** The changed file of each mutant. */
const changed = new Map<string, CosmicMutant>();

/** Cosmic Ray changes one file at a time, so each mutant gets a copy of the server. */
export const mutator: Mutator = {
  server: 'python',
  tool: 'Cosmic Ray 8.7.0',
  missing: () => missing('python'),

  async generate(work) {
    await install('python');
    const installed = join(work, 'venv');
    await mkdir(work, { recursive: true });
    const requirements = join(tool, 'requirements.txt');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
    const executable = join(installed, 'bin/python');
    await runTool(work, process.env.PYTHON ?? 'python3', '-m', 'venv', installed);
    await runTool(work, executable, ...pip, '--requirement', requirements);
    const source = folderOf('python');
    const listed = await runTool(work, executable, join(tool, 'mutants.py'), source, ...files);
    const texts = await readTexts(source, files);
    const mutants = identify(
      (JSON.parse(listed) as readonly CosmicMutant[]).map((mutant) => ({
        ...mutant,
        diff: differenceOf(mutant.file, texts.get(mutant.file) ?? '', mutant.code),
      })),
    );
    for (const mutant of mutants) changed.set(mutant.id, mutant);
    return mutants.map(({ column: _column, code: _code, ...mutant }) => mutant);
  },

  async start(work, mutant) {
    const name = createHash('sha256')
      .update(mutant?.id ?? '')
      .digest('hex')
      .slice(0, 16);
    const folder = join(work, 'servers', name);
    await mkdir(dirname(folder), { recursive: true });
    await copyServer('python', folder, '.venv');
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      if (mutant) await writeFile(join(folder, mutant.file), codeOf(mutant.id));
      const server = await startServer('python', { folder });
      const close = async () => {
        await server[Symbol.asyncDispose]();
        await remove();
      };
      return { baseUrl: server.baseUrl, [Symbol.asyncDispose]: close };
    } catch (error) {
      await remove();
      throw error;
    }
  },
};

function codeOf(id: string): string {
  const mutant = changed.get(id);
  if (mutant === undefined) throw new Error(`${id} is none of the mutants that were made`);
  return mutant.code;
}
