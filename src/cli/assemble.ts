import { Command } from 'commander';
import { version } from '../../conformance/report/version.ts';

/** The command line of assay, with these commands. Nothing in it ends the process: errors are thrown. */
export function assembleProgram(commands: readonly Command[]): Command {
  const program = new Command('assay')
    .description(
      'Holds an HTTP implementation of the interface against its written contract, clause by clause.',
    )
    .version(version)
    .helpCommand(false);
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands]) {
    command.exitOverride().configureOutput({ outputError: () => {} });
  }
  return program;
}
