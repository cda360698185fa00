import { isSecretField } from '../../src/secrets/names.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { failure } from './failure.ts';
import type { Io } from './io/io.ts';
import { createProgram } from './program.ts';

/** Runs a command line, given without the name of the program, and returns the exit code. It never uses the process. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  try {
    const exit = (code: number): void => {
      exitCode = code;
    };
    const program = await createProgram(io, exit, argv[0]);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportFailure(error, io);
  }
}

/** Writes the message of an error and returns the exit code. */
export function reportFailure(error: unknown, { stderr, env }: Io): number {
  const { message, code } = failure(error);
  const { foreign } = createRedactor(secretsOfEnvironment(env));
  if (message !== undefined) stderr.write(`${foreign(message)}\n`);
  return code;
}

/** What the environment holds under names of secrets. */
const secretsOfEnvironment = (env: Io['env']): string[] =>
  Object.entries(env).flatMap(([name, value = '']) => (isSecretField(name) ? [value] : []));
