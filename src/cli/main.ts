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
export function reportFailure(error: unknown, { stderr }: Io): number {
  const { message, code } = failure(error);
  if (message !== undefined) stderr.write(`${message}\n`);
  return code;
}
