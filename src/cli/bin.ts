#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// The cache makes later starts faster, so it has to be enabled before anything else is imported. It is in a folder of
// the user: in a shared folder, others could place code for us to run.
const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(caches, 'assay'));
await import('./start.ts');
