import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, inPath, missing } from './command.ts';
import { type Generator, programs } from './generator.ts';

const python = process.env.PYTHON ?? 'python3';
const requirements = join(programs, 'python', 'requirements.txt');

/** openapi-python-client. Its requirements.txt names all that it needs except a formatter. */
export const pythonClient: Generator = {
  missing: () => missing(python, '-m', 'pip', '--version'),
  install: async () => {
    const folder = await cached(requirements, (target) =>
      command(target, [
        python, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--only-binary', ':all:',
        '--target', target, '--requirement', requirements,
      ]),
    ); // biome-ignore format: one glance
    return { PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8', ...inPath(join(folder, 'bin')) };
  },
  build: async (folder) => {
    await copyFile(join(programs, 'python', 'with_python_client.py'), join(folder, 'program.py'));
    return [python, 'program.py'];
  },
};
