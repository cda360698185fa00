import type { Command } from 'commander';
import { assembleProgram } from './assemble.ts';
import { failure } from './failure.ts';
import { bearBrokenPipes } from './print.ts';

bearBrokenPipes();
process.on('uncaughtException', (error) => {
  end(error);
  process.exit();
});
await readProgram()
  .then((program) => program.parseAsync())
  .catch(end);

/** A stub is to be there at once: it does not wait until the other commands are read as well. */
async function readProgram(): Promise<Command> {
  if (process.argv[2] === 'stub') return assembleProgram([(await import('./stub.ts')).stubCommand()]);
  return (await import('./program.ts')).createProgram();
}

function end(error: unknown): void {
  const { message, code } = failure(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
