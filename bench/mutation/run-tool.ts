import { execFile } from 'node:child_process';

/** What a command of a mutation tool prints; rejects with the end of its complaint if it fails. */
export function runTool(folder: string, command: string, ...words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, timeout: 900_000, maxBuffer: 2 ** 28 };
    execFile(command, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${words[0]} failed: ${stderr.slice(-4000)}`, { cause: error }));
    });
  });
}
