import { Command } from 'commander';
import { version } from '../../conformance/report/version.ts';

/** The commands. Each is read when it is needed: to read all of them takes longer than some of them run. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).checkCommand(),
  stub: async () => (await import('./stub.ts')).stubCommand(),
  clauses: async () => (await import('./clauses.ts')).clausesCommand(),
  prove: async () => (await import('./prove.ts')).proveCommand(),
  init: async () => (await import('./init.ts')).initCommand(),
  merge: async () => (await import('./merge.ts')).mergeCommand(),
};

/**
 * The command line of assay, with one of its commands, or with all where it has none of that name. Nothing in it ends
 * the process: errors are thrown.
 */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('assay')
    .description(
      'Holds an HTTP implementation of the interface against its written contract, clause by clause.',
    )
    .version(version)
    .helpCommand(false);
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const read = await Promise.all((named ? [named] : Object.values(commands)).map((one) => one()));
  for (const command of read) program.addCommand(command);
  for (const command of [program, ...read]) {
    command.exitOverride().configureOutput({ outputError: () => {} });
  }
  return program;
}
