import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, missing } from './command.ts';
import { type Command, type Environment, type Generator, programs } from './generator.ts';

const module = join(programs, 'go');

/** Why Go cannot be run here. */
export const missingGo = (): Promise<string | undefined> => missing('go', 'version');

/** The modules of go.mod, for which Go has a cache of its own. */
export async function modules(): Promise<Environment> {
  await command(module, ['go', 'mod', 'download']);
  return {};
}

/** Makes a folder a module, with a package for the client in it. */
export async function placeModule(folder: string): Promise<void> {
  for (const name of ['go.mod', 'go.sum']) await cp(join(module, name), join(folder, name));
  await mkdir(join(folder, 'shop'));
}

/** Builds one of the programs in the module of a client. */
export async function buildGo(folder: string, program: string): Promise<Command> {
  await cp(join(module, program, 'main.go'), join(folder, 'main.go'));
  await command(folder, ['go', 'build', '-o', 'program', '.']);
  return [join(folder, 'program')];
}

/** oapi-codegen. */
export const oapiCodegen: Generator = {
  missing: missingGo,
  install: modules,
  place: placeModule,
  build: (folder) => buildGo(folder, 'codegen'),
};
