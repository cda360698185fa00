import { ignoreBrokenPipes, processIo } from './io/process-io.ts';
import { main, reportFailure } from './main.ts';

const io = processIo();
ignoreBrokenPipes();
process.on('uncaughtException', (error) => process.exit(reportFailure(error, io)));
process.exitCode = await main(process.argv.slice(2), io);
