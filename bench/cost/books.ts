import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a process has used, start included. */
export type Books = { readonly processorMs: number; readonly megabytes: number };

/** What tells it. Not TypeScript, and not imported: to load either takes longer than an empty Node. */
const program = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\nbooks ' + maxRSS + ' ' + (userCPUTime + systemCPUTime) + '\\n');
});
`;

const work = new URL('../work/', import.meta.url);
const file = fileURLToPath(new URL('books.cjs', work));
mkdirSync(work, { recursive: true });
writeFileSync(file, program);

/** The options of Node under which a process tells at its end what it has used. */
export const keepBooks: readonly string[] = ['--require', file];

/** Reads what such a process told. */
export function readBooks(output: string): Books {
  const [, kilobytes, microseconds] = /^books (\d+) (\d+)$/m.exec(output) ?? [];
  return { processorMs: Number(microseconds) / 1000, megabytes: Math.round(Number(kilobytes) / 1024) };
}
