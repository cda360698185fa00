import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { freePort } from '../free-port.ts';

/** A gateway: its Debian package, and how its program is started. */
export type Gateway = {
  readonly package: string;
  readonly program: string;
  readonly words: readonly string[];
  /** What is around each configuration of it. */
  readonly around: string;
};

/** A gateway as a team sets it up. */
export type Configuration = {
  /** The name of the gateway, a slash, and what is set up. */
  readonly name: string;
  readonly text: string;
  readonly scheme?: 'http' | 'https';
  /** The prefix of all paths. */
  readonly path?: string;
  /** Replacements in the text. */
  readonly with?: Readonly<Record<string, string>>;
  /** Replacements by which its operator does what the advice says. */
  readonly follow?: Readonly<Record<string, string>>;
  /** Whether it lets some operation through under no circumstances. */
  readonly blocks?: true;
  /** How long a check may take, where that is longer than usual. */
  readonly minutes?: number;
};

/** The gateways by name, and all configurations. */
export const {
  gateways,
  configurations,
}: {
  readonly gateways: Readonly<Record<string, Gateway>>;
  readonly configurations: readonly Configuration[];
} = parse(await readFile(join(import.meta.dirname, 'configurations.yaml'), 'utf8'));

/** The gateway of a configuration. */
export function gatewayOf({ name }: Configuration): Gateway {
  const gateway = gateways[name.split('/')[0] ?? ''];
  if (!gateway) throw new Error(`${name} is of no gateway`);
  return gateway;
}

/** Whether the program of a gateway is installed. */
export function isInstalled({ program }: Gateway): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore', env: environment });
    return true;
  } catch {
    return false;
  }
}

const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** A gateway that runs. */
export type Running = AsyncDisposable & { readonly baseUrl: string };

/** Starts a gateway in front of three servers, and waits until it listens. */
export async function start(
  configuration: Configuration,
  upstreams: Readonly<Record<'a' | 'b' | 'c', string>>,
  folder: string,
  isFollowed = false,
): Promise<Running> {
  const gateway = gatewayOf(configuration);
  const port = String(await freePort());
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o777 });
  writeCertificate(folder);
  const values: Record<string, string> = { port, folder, rules: '/usr/share/modsecurity-crs/rules' };
  for (const [name, url] of Object.entries(upstreams)) {
    const { host, hostname, port: own } = new URL(url);
    Object.assign(values, { [name]: host, [`${name}-host`]: hostname, [`${name}-port`]: own });
  }
  const fill = (text: string): string =>
    text.replaceAll(/\{([a-z-]+)\}/g, (whole, name: string) => values[name] ?? whole);
  const changes = [configuration.with, isFollowed ? configuration.follow : {}].flatMap((one) =>
    Object.entries(one ?? {}),
  );
  const text = changes.reduce((left, [from, to]) => left.replace(from, to), configuration.text);
  const file = fill(gateway.around.replace('{configuration}', () => text));
  await writeFile(join(folder, 'configuration'), file);
  // Apache is told by its environment, too, where it may write.
  const child = spawn(gateway.program, gateway.words.map(fill), { env: environment, detached: true });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(child, 'exit');
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid)
      process.kill(-child.pid, 'SIGTERM');
    await Promise.race([ended, setTimeout(5000, undefined, { ref: false })]);
    if (child.exitCode === null && child.signalCode === null && child.pid)
      process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  for (let waited = 0; !(await isListening(Number(port))); waited += 50) {
    if (child.exitCode !== null || waited > 20_000) {
      await end();
      throw new Error(`${configuration.name} did not start: ${Buffer.concat(said).toString().slice(-2000)}`);
    }
    await setTimeout(50);
  }
  const { scheme = 'http', path = '' } = configuration;
  return { baseUrl: `${scheme}://127.0.0.1:${port}${path}`, [Symbol.asyncDispose]: end };
}

function writeCertificate(folder: string): void {
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const about = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...words, ...files, ...about], { stdio: 'ignore' });
  execFileSync('sh', ['-c', 'cat cert.pem key.pem > both.pem; chmod -R a+rwX .'], { cwd: folder });
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
