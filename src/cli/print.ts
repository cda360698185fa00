/**
 * Lets whoever reads our output stop reading: the pipe that breaks then is no error.
 * The run goes on, for its reports and its exit code.
 */
export function bearBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** Prints a text, and a line break after it. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
