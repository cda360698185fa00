import { ask, measuredOn } from '../edition.ts';
import { type Language, missing } from './server.ts';

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
  return {
    about: [
      `${await measuredOn(assay)} The servers: ${versions.join('; ')}.`,
      ...[...absent].map(([server, reason]) => `${server} was left out: ${reason}.`),
    ],
    absent,
  };
}

const javaVersion = async (): Promise<string> => (await ask('java', '--version')).replace(/\n.*/s, '');
const goVersion = (): Promise<string> => ask('go', 'env', 'GOVERSION');
const nodeVersion = async (): Promise<string> => `Node ${process.version}`;

const versionOf: Readonly<Record<Language, () => Promise<string>>> = {
  go: goVersion,
  'go-memory': goVersion,
  python: () => ask(process.env.PYTHON ?? 'python3', '--version'),
  java: javaVersion,
  spring: javaVersion,
  rust: () => ask('rustc', '--version'),
  django: () => ask(process.env.PYTHON ?? 'python3', '--version'),
  express: nodeVersion,
  fastify: nodeVersion,
};
