import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { lazy } from '../../src/once.ts';
import { type Ended, execute, work } from '../processes.ts';

/** What happened to a process of Node, and how much memory it used. */
type Used = Ended & { readonly megabytes: number };

/** The command, as it is published. */
export const assay = fileURLToPath(new URL('../../dist/conformance/cli/bin.js', import.meta.url));

/** Tells what a process has used. Not TypeScript, and not imported: to load either takes longer than an empty Node. */
const books = new URL('books.cjs', work);
const program = `process.on('exit', () => {
  process.stderr.write('\\nbooks ' + process.resourceUsage().maxRSS + '\\n');
});
`;
const writeBooks = lazy(() => writeFile(books, program));

/** Runs Node with some arguments, for so many milliseconds at the most. */
export async function runNode(words: readonly string[], limitMs: number): Promise<Used> {
  await writeBooks();
  const where = { folder: fileURLToPath(work), limitMs };
  const ended = await execute(process.execPath, ['--require', fileURLToPath(books), ...words], where);
  const [, kilobytes] = /^books (\d+)$/m.exec(ended.output) ?? [];
  return { ...ended, megabytes: Math.round(Number(kilobytes) / 1024) };
}
