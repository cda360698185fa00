import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';

/** The folders of all servers, named after what each is made with. */
const all = ['go', 'python', 'java', 'express', 'rust', 'django', 'fastify', 'spring', 'go-memory'] as const;
export type Language = (typeof all)[number];

/** What the operator of a server knows. */
export type Facts = {
  readonly token: string;
  readonly subscription: Readonly<Record<string, unknown>>;
  readonly key: { readonly reserved_rate_limit: number };
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  /** Live products that are attached to none of these nodes. */
  readonly live?: readonly string[];
};

/** A mistake that a server makes on demand. */
export type Fault = {
  readonly id: string;
  readonly operation: string;
  readonly says: string;
  readonly document: string;
  readonly level: 'stated' | 'debatable';
  readonly example: string;
};

/** Something conforming that a server does otherwise on demand, with what its operator then writes otherwise. */
export type Variant = {
  readonly id: string;
  readonly says: string;
  readonly why_honest: string;
  readonly facts?: Partial<Facts>;
};

export const folderOf = (language: Language): string => join(import.meta.dirname, 'servers', language);

/** The servers that are here; the others are in the history, and are run if they are returned back. */
export const languages = all.filter((language) => existsSync(folderOf(language)));

const read = async <T>(language: Language, name: string): Promise<T> =>
  JSON.parse(await readFile(join(folderOf(language), `${name}.json`), 'utf8'));

export const faultsOf = (language: Language): Promise<readonly Fault[]> => read(language, 'faults');
export const variantsOf = (language: Language): Promise<readonly Variant[]> => read(language, 'variants');

/** What the operator knows, of the default server or of one of its variants. */
export async function factsOf(language: Language, variant?: string): Promise<Facts> {
  const facts = await read<Facts>(language, 'facts');
  if (variant === undefined) return facts;
  const found = (await variantsOf(language)).find(({ id }) => id === variant);
  return { ...facts, ...found?.facts };
}

/** A target file as an object; JSON is YAML. */
export type TargetFile = Readonly<Record<string, unknown>>;

/** The target file that the operator would write. */
export function targetFileOf({ token, ...facts }: Facts, overrides: TargetFile = {}): TargetFile {
  return { token, writes: 'allow', ...facts, ...overrides };
}

/** The project's own Node comes first in the path: the system's may be older. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  NODE: process.execPath,
  GOTOOLCHAIN: 'local',
};

type Need = { readonly command: string; readonly words: readonly string[]; readonly what: string };

const python: Need = {
  command: process.env.PYTHON ?? 'python3',
  words: ['-c', 'import ensurepip, sys, venv; sys.exit(not (3, 10) <= sys.version_info < (3, 14))'],
  what: 'Python 3.10 to 3.13 with venv (python3)',
};

const java: readonly Need[] = [
  { command: 'java', words: ['-version'], what: 'Java (java)' },
  { command: 'javac', words: ['--release', '17', '--version'], what: "Java 17's compiler (javac)" },
  { command: 'mvn', words: ['--version'], what: 'Maven (mvn)' },
];

const node: readonly Need[] = [
  { command: process.execPath, words: ['-e', 'require("node:sqlite")'], what: 'Node 22.15 (node)' },
  { command: 'npm', words: ['--version'], what: 'npm' },
];

const go: readonly Need[] = [{ command: 'go', words: ['list', '-m'], what: 'Go 1.22 (go)' }];

const needs: Readonly<Record<Language, readonly Need[]>> = {
  go,
  'go-memory': go,
  python: [python],
  django: [python],
  rust: [{ command: 'cargo', words: ['--version'], what: 'Rust (cargo)' }],
  java,
  spring: java,
  express: node,
  fastify: node,
};

/** Why a server cannot be started on this machine; undefined if it can. */
export async function missing(language: Language): Promise<string | undefined> {
  if (process.platform === 'win32') return 'the servers are started by shell scripts';
  const where = { cwd: folderOf(language), env: environment, timeout: 60_000 };
  for (const { command, words, what } of needs[language]) {
    const isThere = await new Promise((resolve) => {
      execFile(command, words, where, (error) => resolve(error === null));
    });
    if (!isThere) return `${what} is not there`;
  }
  return undefined;
}

const installed = new Map<Language, Promise<void>>();

/** Installs and builds a server, once. The first time takes up to some minutes. */
export function install(language: Language): Promise<void> {
  const begun = installed.get(language) ?? runInstall(language);
  installed.set(language, begun);
  return begun;
}

function runInstall(language: Language): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folderOf(language), env: environment, timeout: 900_000, maxBuffer: 2 ** 26 };
    execFile('./start', ['--install'], options, (error, _, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${language} could not be built: ${stderr.slice(-4000)}`, { cause: error }));
    });
  });
}

export type StartOptions = {
  readonly fault?: string | undefined;
  readonly variant?: string | undefined;
  /** A changed copy of the server's folder, with what it was installed and built with; by default the folder itself. */
  readonly folder?: string | undefined;
  /** What else the process finds in its environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
};
export type Started = AsyncDisposable & { readonly baseUrl: string };

/** Starts one server on a free port of the loopback address; disposing of it ends its process. */
export async function startServer(language: Language, options: StartOptions = {}): Promise<Started> {
  await verify(language, options);
  await install(language);
  const port = await freePort();
  const child = spawn('./start', {
    cwd: options.folder ?? folderOf(language),
    env: {
      ...environment,
      ...options.environment,
      PORT: `${port}`,
      FAULT: options.fault ?? '',
      VARIANT: options.variant ?? '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<unknown>((resolve) => child.once('error', resolve).once('close', resolve));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  const close = async () => {
    child.kill('SIGTERM');
    const clock = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(clock);
  };
  const isListening = new Promise<boolean>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line === 'listening' && resolve(true));
    ended.then(() => resolve(false));
    setTimeout(resolve, 90_000, false).unref();
  });
  if (!(await isListening)) {
    await close();
    throw new Error(`the server of ${language} did not start: ${complaint}`);
  }
  return { baseUrl: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

/** Most servers would take a name that is none for no name at all. */
async function verify(language: Language, { fault, variant }: StartOptions): Promise<void> {
  const isFault = fault === undefined || (await faultsOf(language)).some(({ id }) => id === fault);
  const isVariant = variant === undefined || (await variantsOf(language)).some(({ id }) => id === variant);
  if (!isFault || !isVariant)
    throw new Error(`${language} has no ${isFault ? 'variant' : 'fault'} of that name`);
}
