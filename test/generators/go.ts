import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, missing } from './command.ts';
import { contract, type Generator, programs, type Words } from './generator.ts';

const module = join(programs, 'go');

/** Why Go cannot be run here. */
export const missingGo = (): Promise<string | undefined> => missing('go', 'version');

/** The modules of go.mod; Go has a cache of its own for them. */
export const modules = (): Promise<string> => command(module, ['go', 'mod', 'download']);

/** A module with one of the programs, to generate a client into. */
export async function placeGo(folder: string, program: string): Promise<string> {
  for (const name of ['go.mod', 'go.sum', program])
    await cp(join(module, name), join(folder, name), { recursive: true });
  const client = join(folder, program, 'shop');
  await mkdir(client, { recursive: true });
  return client;
}

/** Runs the program of a module that has its client by now. */
export const runGo = (folder: string, program: string, words: Words): Promise<string> =>
  command(folder, ['go', 'run', `./${program}`, ...words]);

/** oapi-codegen. */
export const oapiCodegen: Generator = {
  missing: missingGo,
  install: modules,
  read: async (folder, words) => {
    const client = await placeGo(folder, 'codegen');
    const options = ['-generate', 'types,client', '-package', 'shop', '-o', join(client, 'shop.gen.go')];
    await command(folder, ['go', 'tool', 'oapi-codegen', ...options, contract]);
    return runGo(folder, 'codegen', words);
  },
};
