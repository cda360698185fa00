#!/usr/bin/env node
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { tooOld } from '../../src/node-version.ts';

const problem = tooOld(process.versions);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
// The cache makes later starts faster, so it has to be enabled before anything else is imported. It is in a folder of
// the user: in a shared folder, others could place code for us to run.
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
// An old Node has no such function, and would reject to import it by its name.
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(caches, 'assay'));
await import('./start.ts');
