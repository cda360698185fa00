import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, inPath, missing } from './command.ts';
import { type Environment, type Generator, programs, type Words } from './generator.ts';

const python = process.env.PYTHON ?? 'python3';
const requirements = join(programs, 'python', 'requirements.txt');

/** The packages of requirements.txt, which names all that they need but for a formatter. */
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

/** Runs one of the programs in the folder of a client. */
export async function runPython(folder: string, program: string, words: Words): Promise<string> {
  await copyFile(join(programs, 'python', program), join(folder, program));
  return command(folder, [python, program, ...words], await packages());
}

/** openapi-python-client. */
export const pythonClient: Generator = {
  missing: missingPython,
  install: packages,
  run: (folder, words) => runPython(folder, 'with_python_client.py', words),
};
