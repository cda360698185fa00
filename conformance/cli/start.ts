import { outliveOutput, processIo, saveMemoryWhenLarge } from './io/process-io.ts';
import { main, reportFailure } from './main.ts';

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
  // A house rule may end the process. Its exit code must not look like a verdict.
  io.stderr.write(
    'something that was imported ended the process before assay was done; look for what exits in your rules.\n',
  );
  process.exitCode = 2;
});
// Only a check keeps what a hostile server sends; the stub and the proof are to be fast.
if (process.argv[2] === 'check') saveMemoryWhenLarge();
const exitCode = await main(process.argv.slice(2), io);
isDone = true;
process.exitCode = exitCode;
