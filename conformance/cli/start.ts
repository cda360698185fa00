import { ignoreBrokenPipes, processIo } from './io/process-io.ts';
import { main, reportFailure } from './main.ts';

const io = processIo();
ignoreBrokenPipes();
let isDone = false;
process.on('uncaughtException', (error) => {
  isDone = true;
  process.exit(reportFailure(error, io));
});
// A house rule may end the process. Its exit code must not look like a verdict.
process.on('exit', () => {
  if (isDone) return;
  io.stderr.write(
    'something that was imported ended the process before assay was done; look for what exits in your rules.\n',
  );
  process.exitCode = 2;
});
const exitCode = await main(process.argv.slice(2), io);
isDone = true;
process.exitCode = exitCode;
