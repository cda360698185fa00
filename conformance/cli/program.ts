import { Command, type Option } from 'commander';
import { version } from '../report/compile/version.ts';
import type { Exit, Io } from './io/io.ts';

type CreateCommand = (io: Io, exit: Exit) => Command;

/** The commands. Each is imported only if needed, since importing all of them takes longer than some commands run. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  stub: async () => (await import('./commands/stub.ts')).stubCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  proxy: async () => (await import('./commands/proxy.ts')).proxyCommand,
  clauses: async () => (await import('./commands/clauses.ts')).clausesCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
};

/**
 * The command line of assay with the command of a name, or with all commands if there is none with that name. Errors
 * are thrown; commands pass their exit code to `exit`.
 */
export async function createProgram(io: Io, exit: Exit, name = ''): Promise<Command> {
  const program = new Command('assay')
    .description(
      'Checks whether an HTTP server implements one API as its specification says, and serves a stub of that API to test clients with.',
    )
    .version(version)
    .helpCommand('help [command]', 'show the commands, or the flags of one command');
  const imported = await Promise.all(commandsFor(name).map((load) => load()));
  const created = imported.map((create) => create(io, exit));
  for (const command of created) program.addCommand(command);
  for (const command of [program, ...created]) {
    command
      .exitOverride()
      .configureHelp({ optionDescription, styleTitle: flags, styleUsage: flags, styleSubcommandTerm: flags })
      .configureOutput({
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

/** A text of the help with the word of the documentation: an option is what a server takes where it has a choice. */
const flags = (text: string): string => text.replace(/^Options:$/, 'Flags:').replace('[options]', '[flags]');

/** An option in the help, with its default; a switch is always off by default. */
const optionDescription = ({ description, defaultValue }: Option): string =>
  [undefined, false, ''].includes(defaultValue) ? description : `${description} (default: ${defaultValue})`;

/** The command of a name; all where there is none, for its help names them, and none where only the version is asked for. */
function commandsFor(name: string): readonly (() => Promise<CreateCommand>)[] {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (named) return [named];
  return ['--version', '-V'].includes(name) ? [] : Object.values(commands);
}

const helpWidth = ({ isTerminal, columns }: Io['stdout']): number => (isTerminal ? columns : undefined) ?? 80;
