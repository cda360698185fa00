import type { Command } from 'commander';
import { assembleProgram } from './assemble.ts';
import { checkCommand } from './check.ts';
import { clausesCommand } from './clauses.ts';
import { initCommand } from './init.ts';
import { mergeCommand } from './merge.ts';
import { proveCommand } from './prove.ts';
import { stubCommand } from './stub.ts';

/** The command line of assay, with all its commands. */
export const createProgram = (): Command =>
  assembleProgram([
    checkCommand(),
    stubCommand(),
    clausesCommand(),
    proveCommand(),
    initCommand(),
    mergeCommand(),
  ]);
