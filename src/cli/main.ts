#!/usr/bin/env node
import { failure } from './failure.ts';
import { bearBrokenPipes } from './print.ts';
import { createProgram } from './program.ts';

bearBrokenPipes();
process.on('uncaughtException', (error) => {
  end(error);
  process.exit();
});
await createProgram().parseAsync().catch(end);

function end(error: unknown): void {
  const { message, code } = failure(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
