import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

/** When, where and on which edition of assay something was measured, as one sentence. */
export async function measuredOn(assay: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(assay, 'package.json'), 'utf8'));
  const commit = await ask('git', '-C', assay, 'log', '-1', '--format=%h');
  const changed = await ask('git', '-C', assay, 'status', '--porcelain', '--untracked-files=no');
  const edition = `assay ${version} at ${commit || 'no commit'}${changed ? ', changed since' : ''}`;
  const date = new Date().toISOString().slice(0, 10);
  return `Measured ${date} on ${platform()}: ${edition}, Node ${process.version}.`;
}

/** What a command says; nothing where it fails. */
function ask(command: string, ...words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, words, (error, stdout) => resolve(error === null ? stdout.trim() : ''));
  });
}
