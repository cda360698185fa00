import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Language, missing } from '../../test/independent-server/server.ts';

/** What was measured, when and with what; and the servers that cannot be started here. */
export type About = { readonly about: readonly string[]; readonly absent: ReadonlyMap<Language, string> };

export async function tellOf(assay: string, servers: ReadonlySet<Language>): Promise<About> {
  const absent = new Map<Language, string>();
  const versions: string[] = [];
  for (const server of servers) {
    const reason = await missing(server);
    if (reason === undefined) versions.push(await versionOf[server]());
    else absent.set(server, reason);
  }
  const { version } = JSON.parse(await readFile(join(assay, 'package.json'), 'utf8'));
  const commit = await ask('git', '-C', assay, 'log', '-1', '--format=%h');
  const changed = await ask('git', '-C', assay, 'status', '--porcelain', '--untracked-files=no');
  const edition = `assay ${version} at ${commit || 'no commit'}${changed ? ', changed since' : ''}`;
  const date = new Date().toISOString().slice(0, 10);
  return {
    about: [
      `Measured ${date} on ${platform()}: ${edition}, Node ${process.version}. The servers: ${versions.join('; ')}.`,
      ...[...absent].map(([server, reason]) => `${server} was left out: ${reason}.`),
    ],
    absent,
  };
}

const javaVersion = async (): Promise<string> => (await ask('java', '--version')).replace(/\n.*/s, '');
const nodeVersion = async (): Promise<string> => `Node ${process.version}`;

const versionOf: Readonly<Record<Language, () => Promise<string>>> = {
  go: () => ask('go', 'env', 'GOVERSION'),
  python: () => ask(process.env.PYTHON ?? 'python3', '--version'),
  java: javaVersion,
  spring: javaVersion,
  rust: () => ask('rustc', '--version'),
  django: () => ask(process.env.PYTHON ?? 'python3', '--version'),
  express: nodeVersion,
  fastify: nodeVersion,
};

/** What a command says; nothing where it fails. */
function ask(command: string, ...words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, words, (error, stdout) => resolve(error === null ? stdout.trim() : ''));
  });
}
