import { Command } from 'commander';
import { version } from '../report/compile/version.ts';
import type { Exit, Io } from './io/io.ts';

type CreateCommand = (io: Io, exit: Exit) => Command;

/** The commands. Each is imported only if needed, since importing all of them takes longer than some commands run. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  check: async () => (await import('./commands/check.ts')).checkCommand,
  stub: async () => (await import('./commands/stub.ts')).stubCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  clauses: async () => (await import('./commands/clauses.ts')).clausesCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  proxy: async () => (await import('./commands/proxy.ts')).proxyCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
};

/**
 * The command line of assay with the command of a name, or with all commands if there is none with that name. Errors
 * are thrown; commands pass their exit code to `exit`.
 */
export async function createProgram(io: Io, exit: Exit, name = ''): Promise<Command> {
  const program = new Command('assay')
    .description(
      'Checks an HTTP implementation of the interface against its written contract, clause by clause.',
    )
    .version(version)
    .helpCommand('help [command]', 'show this, or the options of a command');
  const imported = await Promise.all(commandsFor(name).map((load) => load()));
  const created = imported.map((create) => create(io, exit));
  for (const command of created) program.addCommand(command);
  for (const command of [program, ...created]) {
    command.exitOverride().configureOutput({
      writeOut: io.stdout.write,
      writeErr: io.stderr.write,
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(io.stdout),
      getErrHelpWidth: () => helpWidth(io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  }
  return program;
}

/** The command of a name; all where there is none, for its help names them, and none where only the version is asked for. */
function commandsFor(name: string): readonly (() => Promise<CreateCommand>)[] {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (named) return [named];
  return ['--version', '-V'].includes(name) ? [] : Object.values(commands);
}

const helpWidth = ({ isTerminal, columns }: Io['stdout']): number => (isTerminal ? columns : undefined) ?? 80;
