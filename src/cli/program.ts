import { Command } from 'commander';
import { version } from '../../conformance/report/version.ts';
import { checkCommand } from './check.ts';
import { clausesCommand } from './clauses.ts';
import { initCommand } from './init.ts';
import { mergeCommand } from './merge.ts';
import { proveCommand } from './prove.ts';
import { stubCommand } from './stub.ts';

/** The command line of assay. Nothing in it ends the process: errors are thrown. */
export function createProgram(): Command {
  const program = new Command('assay')
    .description(
      'Holds an HTTP implementation of the interface against its written contract, clause by clause.',
    )
    .version(version)
    .helpCommand(false);
  const commands = [
    checkCommand(),
    stubCommand(),
    clausesCommand(),
    proveCommand(),
    initCommand(),
    mergeCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands]) {
    command.exitOverride().configureOutput({ outputError: () => {} });
  }
  return program;
}
