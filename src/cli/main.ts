#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// What is compiled once need not be compiled at the next start; so nothing else may be imported before. The folder
// is the user's own: in a shared one, others could leave code for us to run.
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(caches, 'assay'));
await import('./start.ts');
