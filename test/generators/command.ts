import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Environment } from './generator.ts';

/** Runs a command and returns what it prints; fails with what it says where it fails. */
export function command(
  folder: string,
  words: readonly [string, ...string[]],
  environment: Environment = {},
): Promise<string> {
  const [name, ...rest] = words;
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 2 ** 26 };
    execFile(name, rest, options, (error, stdout, stderr) => {
      // What could not be started said nothing.
      const said = `${stdout}${stderr}`.trim().slice(-4000) || error?.message;
      if (error) reject(new Error(`${words.join(' ')}: ${said}`));
      else resolve(stdout);
    });
  });
}

/** Why a command cannot be run here; undefined if it can. */
export const missing = (...words: readonly [string, ...string[]]): Promise<string | undefined> =>
  command('.', words).then(
    () => undefined,
    () => `"${words.join(' ')}" does not run here`,
  );

/** The environment in which the commands of a folder are found. */
export const inPath = (folder: string): Environment => ({
  PATH: [folder, process.env.PATH ?? ''].join(delimiter),
});
