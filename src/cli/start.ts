import { failure } from './failure.ts';
import { bearBrokenPipes } from './print.ts';
import { createProgram } from './program.ts';

bearBrokenPipes();
process.on('uncaughtException', (error) => {
  end(error);
  process.exit();
});
await createProgram(process.argv[2])
  .then((program) => program.parseAsync())
  .catch(end);

function end(error: unknown): void {
  const { message, code } = failure(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
