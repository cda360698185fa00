import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, missing } from './command.ts';
import { type Generator, programs } from './generator.ts';

const module = join(programs, 'go');

/** oapi-codegen, whose client is in Go, which has a cache of its own for the modules of go.mod. */
export const oapiCodegen: Generator = {
  missing: () => missing('go', 'version'),
  install: async () => {
    await command(module, ['go', 'mod', 'download']);
    return {};
  },
  place: async (folder) => {
    for (const name of ['go.mod', 'go.sum']) await cp(join(module, name), join(folder, name));
    await mkdir(join(folder, 'shop'));
  },
  build: async (folder) => {
    await cp(join(module, 'main.go'), join(folder, 'main.go'));
    await command(folder, ['go', 'build', '-o', 'program', '.']);
    return [join(folder, 'program')];
  },
};
