import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { command, missing } from './command.ts';
import { contract, type Generator, programs, type Words } from './generator.ts';

const python = process.env.PYTHON ?? 'python3';
const requirements = join(programs, 'python', 'requirements.txt');

/** The packages of requirements.txt, which names what they need in turn but for a formatter. */
export const packages = (): Promise<string> =>
  cached(requirements, (folder) =>
    command(folder, [
      python, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-compile', '--only-binary', ':all:',
      '--target', folder, '--requirement', requirements,
    ]),
  ); // biome-ignore format: one glance

/** Why Python packages cannot be installed here. */
export const missingPython = (): Promise<string | undefined> => missing(python, '-m', 'pip', '--version');

/** Runs one of the programs in a folder with a client. */
export async function runPython(folder: string, program: string, words: Words): Promise<string> {
  await copyFile(join(programs, 'python', program), join(folder, program));
  const environment = { PYTHONPATH: await packages(), PYTHONIOENCODING: 'utf-8' };
  return command(folder, [python, program, ...words], environment);
}

/** openapi-python-client. */
export const pythonClient: Generator = {
  missing: missingPython,
  install: packages,
  read: async (folder, words) => {
    await writeFile(join(folder, 'config.yaml'), 'post_hooks: []\n');
    const options = ['--meta', 'none', '--config', 'config.yaml', '--fail-on-warning'];
    await command(
      folder,
      [
        python,
        '-m',
        'openapi_python_client',
        'generate',
        '--path',
        contract,
        '--output-path',
        'python_client',
        ...options,
      ],
      { PYTHONPATH: await packages() },
    );
    return runPython(folder, 'with_python_client.py', words);
  },
};
