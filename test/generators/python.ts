import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, inPath, missing } from './command.ts';
import { type Command, type Environment, type Generator, programs } from './generator.ts';

const python = process.env.PYTHON ?? 'python3';
const requirements = join(programs, 'python', 'requirements.txt');

/** The packages of requirements.txt, which names all that they need except a formatter. */
export async function packages(): Promise<Environment> {
  const folder = await cached(requirements, (target) =>
    command(target, [
      python, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--only-binary', ':all:',
      '--target', target, '--requirement', requirements,
    ]),
  ); // biome-ignore format: one glance
  return { PYTHONPATH: folder, PYTHONIOENCODING: 'utf-8', ...inPath(join(folder, 'bin')) };
}

/** Why Python packages cannot be installed here. */
export const missingPython = (): Promise<string | undefined> => missing(python, '-m', 'pip', '--version');

/** Puts one of the programs into the folder of a client. */
export async function placePython(folder: string, program: string): Promise<Command> {
  await copyFile(join(programs, 'python', program), join(folder, program));
  return [python, program];
}

/** openapi-python-client. */
export const pythonClient: Generator = {
  missing: missingPython,
  install: packages,
  build: (folder) => placePython(folder, 'with_python_client.py'),
};
