/** What a process has used, start included. */
export type Books = { readonly processorMs: number; readonly megabytes: number };

const tell = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\nbooks ' + maxRSS + ' ' + (userCPUTime + systemCPUTime) + '\\n');
});`;

/** The options of Node under which a process tells at its end what it has used. A file in TypeScript would cost more than it tells. */
export const keepBooks: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];

/** Reads what such a process told. */
export function readBooks(output: string): Books {
  const [, kilobytes, microseconds] = /^books (\d+) (\d+)$/m.exec(output) ?? [];
  return { processorMs: Number(microseconds) / 1000, megabytes: Math.round(Number(kilobytes) / 1024) };
}
