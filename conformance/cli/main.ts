import { Command, CommanderError, type Option } from 'commander';
import { UserError } from '../../src/errors.ts';
import { usualNames } from '../../src/secrets/names.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { oneOf, shortened } from '../../src/words.ts';
import { printable } from '../report/escaping.ts';
import { version } from '../report/version.ts';
import type { Exit, Io } from './io/io.ts';
import { outliveOutput, processIo, saveMemoryWhenLarge } from './io/process-io.ts';

type CreateCommand = (io: Io, exit: Exit) => Command;

/** Imported only if needed, since importing all of them takes longer than some commands run. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  stub: async () => (await import('./commands/stub.ts')).stubCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  clauses: async () => (await import('./commands/clauses.ts')).clausesCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
};

/** Creates the command line with one command, or with all if there is none with that name. */
export async function createProgram(io: Io, exit: Exit, name = ''): Promise<Command> {
  const program = new Command('assay')
    .description(
      'Checks whether an HTTP server does what its OpenAPI file says, and whether it pages, filters, sorts, changes and deletes records correctly, and tests clients against a stub of the same API.',
    )
    .version(version)
    .helpCommand('help [command]', 'show the commands, or the flags of one command');
  const imported = await Promise.all(commandsFor(name).map((load) => load()));
  const created = imported.map((create) => create(io, exit));
  for (const command of created) program.addCommand(command);
  for (const command of [program, ...created]) {
    command
      .exitOverride()
      .configureHelp({
        optionDescription,
        styleTitle: flagHelp,
        styleUsage: flagHelp,
        styleSubcommandTerm: flagHelp,
      })
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

/** In the documentation an option is what a server takes where it has a choice, so the help says flags. */
const flagHelp = (text: string): string =>
  text.replace(/^Options:$/, 'Flags:').replace('[options]', '[flags]');

const optionDescription = ({ description, defaultValue }: Option): string =>
  ['', 'false'].includes(String(defaultValue ?? ''))
    ? description
    : `${description} (default: ${defaultValue})`;

/** The help names all commands; `--version` needs none. */
function commandsFor(name: string): readonly (() => Promise<CreateCommand>)[] {
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (named) return [named];
  return ['--version', '-V'].includes(name) ? [] : Object.values(commands);
}

const helpWidth = ({ isTerminal, columns }: Io['stdout']): number => (isTerminal ? columns : undefined) ?? 80;

export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  let flags: string[] = [];
  try {
    const exit = (code: number): void => {
      exitCode = code;
    };
    const program = await createProgram(io, exit, argv[0]);
    flags = program.commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportFailure(error, io, flags);
  }
}

function reportFailure(error: unknown, { stderr, env }: Io, flags: readonly string[] = []): number {
  const { message, code } = failure(error, flags);
  const { foreign } = createRedactor(secretsOfEnvironment(env));
  if (message !== undefined) stderr.write(`${foreign(message)}\n`);
  return code;
}

const secretsOfEnvironment = (env: Io['env']): string[] =>
  Object.entries(env).flatMap(([name, value = '']) => (usualNames.isField(name) ? [value] : []));

/** What is quoted of a file may be longer than anybody reads. */
const longestLine = 2_000;

export function failure(
  error: unknown,
  flags: readonly string[] = [],
): { readonly message?: string; readonly code: 0 | 2 } {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0 };
    if (error.code === 'commander.help') return { code: 2 };
    return { message: withBegun(sentence(error.message), flags), code: 2 };
  }
  if (error instanceof UserError)
    return {
      message: [error.message, ...error.lines.map((line) => `  ${line}`)]
        .map((line) => printable(shortened(line, longestLine)))
        .join('\n'),
      code: 2,
    };
  const what = error instanceof Error ? error.message : String(error);
  return { message: printable(`internal error of assay: ${what}`), code: 2 };
}

/** Suggests the flags that begin like an unknown one; Commander suggests `--bail` for `--fail`. */
function withBegun(message: string, flags: readonly string[]): string {
  const [what, flag = ''] = /^unknown flag '(--[^']+)'/.exec(message) ?? [];
  const begun = flag === '' ? [] : flags.filter((one) => one.startsWith(flag));
  return begun.length === 0 ? message : `${what} (Did you mean ${oneOf(begun)}?)`;
}

/** The message of Commander without the value of an unknown option: it may be a token. */
const sentence = (message: string): string =>
  printable(
    message
      .replace(/^error: /, '')
      .replace(/^(unknown option '[^=']*)=.*'/s, "$1'")
      .replace(/^(unknown )?option '/, "$1flag '")
      .replaceAll('\n', ' '),
  );

export async function runProcess(): Promise<void> {
  const io = processIo();
  const lostOutput = outliveOutput();
  let isDone = false;
  process.on('uncaughtException', (error) => {
    isDone = true;
    process.exit(reportFailure(error, io));
  });
  process.on('exit', () => {
    if (lostOutput() !== undefined) process.exitCode = 2;
    if (isDone) return;
    // A house rule may exit the process. Its exit code must not look like a verdict.
    io.stderr.write(
      'something that was imported ended the process before assay was done; look for what exits in your rules.\n',
    );
    process.exitCode = 2;
  });
  if (process.argv[2] === 'check') saveMemoryWhenLarge();
  const exitCode = await main(process.argv.slice(2), io);
  isDone = true;
  process.exitCode = exitCode;
}
