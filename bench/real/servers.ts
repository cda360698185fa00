// Public servers, in versions with a bug that users reported and in versions without it.

import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../processes.ts';
import { database } from './json-server/database.ts';

/** One version of a public server. */
export type RealServer = {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** The contract of this version, below this folder. */
  readonly contract: string;
  /** The bugs of this version that users reported and that were seen by hand, each with the rule that should find it. */
  readonly reports: readonly Report[];
  /** Installs the server into an empty folder. */
  readonly install: (folder: string) => Promise<void>;
  /** Restores the records that the server begins with. */
  readonly fill?: (folder: string) => Promise<void>;
  /** The command that serves at a port, in that folder. */
  readonly command: (port: number) => readonly [command: string, ...words: string[]];
};

/** A bug as its users described it. */
export type Report = {
  readonly url: string;
  readonly says: string;
  readonly rule: RegExp;
  /** Why no rule finds it. */
  readonly missed?: string;
};

const here = import.meta.dirname;
const installMs = 900_000;

async function run(folder: string, command: string, ...words: string[]): Promise<void> {
  // Registries are outside the loopback address.
  const environment = { HTTP_PROXY: '', HTTPS_PROXY: '', http_proxy: '', https_proxy: '' };
  const { code, output } = await execute(command, words, { folder, limitMs: installMs, environment });
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${output.slice(-400)}`);
}

async function installPython(folder: string, app: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(join(here, app), join(folder, 'app.py'));
  await run(folder, 'python3', '-m', 'venv', 'venv');
  await run(folder, 'venv/bin/pip', 'install', '--quiet', ...packages);
}

const jsonServer = (
  version: string,
  contract: string,
  bin: string,
  reports: readonly Report[],
): RealServer => ({
  name: 'json-server',
  version,
  language: 'JavaScript',
  contract: `json-server/${contract}`,
  reports,
  install: async (folder) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await run(folder, 'npm', 'install', '--silent', '--no-audit', '--no-fund', `json-server@${version}`);
  },
  fill: (folder) => writeFile(join(folder, 'db.json'), database()),
  command: (port) => [process.execPath, `node_modules/json-server/${bin}`, '--port', String(port), 'db.json'],
});

const django = (
  version: string,
  packages: readonly string[],
  style: 'offset' | 'number' | 'cursor',
  reports: readonly Report[] = [],
): RealServer => ({
  name: `Django REST framework, by ${style}`,
  version,
  language: 'Python',
  contract: `django-rest-framework/${style}.yaml`,
  reports,
  install: (folder) => installPython(folder, 'django-rest-framework/app.py', packages),
  command: (port) => ['venv/bin/python', 'app.py', String(port)],
});

const fastapiPagination = (version: string, reports: readonly Report[]): RealServer => ({
  name: 'fastapi-pagination',
  version,
  language: 'Python',
  contract: 'fastapi-pagination/openapi.yaml',
  reports,
  install: (folder) =>
    installPython(folder, 'fastapi-pagination/app.py', [
      `fastapi-pagination==${version}`,
      'fastapi==0.98.0',
      'uvicorn==0.17.6',
    ]).then(() =>
      // What this version asks for does not run on Python 3.11.
      run(
        folder,
        'venv/bin/pip',
        'install',
        '--quiet',
        '--no-deps',
        'pydantic==1.10.17',
        'typing_extensions==4.16.0',
      ),
    ),
  command: (port) => ['venv/bin/uvicorn', 'app:app', '--port', String(port), '--log-level', 'error'],
});

const fromPython = (
  name: string,
  version: string,
  folder: string,
  packages: readonly string[],
  start: 'app' | 'uvicorn',
  reports: readonly Report[],
): RealServer => ({
  name,
  version,
  language: 'Python',
  contract: `${folder}/openapi.yaml`,
  reports,
  install: (into) => installPython(into, `${folder}/app.py`, packages),
  command: (port) =>
    start === 'app'
      ? ['venv/bin/python', 'app.py', String(port)]
      : ['venv/bin/uvicorn', 'app:app', '--port', String(port), '--log-level', 'error'],
});

const jsonapiServer = (version: string, reports: readonly Report[]): RealServer => ({
  name: 'jsonapi-server',
  version,
  language: 'JavaScript',
  contract: 'jsonapi-server/openapi.yaml',
  reports,
  install: async (folder) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await copyFile(join(here, 'jsonapi-server/app.js'), join(folder, 'app.js'));
    await run(folder, 'npm', 'install', '--silent', '--no-audit', '--no-fund', `jsonapi-server@${version}`);
  },
  command: (port) => [process.execPath, 'app.js', String(port)],
});

const springDataRest = (version: string, reports: readonly Report[]): RealServer => ({
  name: 'Spring Data REST',
  version,
  language: 'Java',
  contract: 'spring-data-rest/openapi.yaml',
  reports,
  install: async (folder) => {
    await cp(join(here, 'spring-data-rest'), folder, { recursive: true });
    await run(folder, 'mvn', '-q', '-B', `-Dboot=${version}`, 'package');
  },
  command: (port) => ['java', '-jar', 'target/books-1.jar', `--server.port=${port}`],
});

const pocketBase: RealServer = {
  name: 'PocketBase',
  version: '0.22.21',
  language: 'Go',
  contract: 'pocketbase/openapi.yaml',
  reports: [],
  install: async (folder) => {
    await cp(join(here, 'pocketbase'), folder, { recursive: true });
    await run(folder, 'go', 'mod', 'tidy');
    await run(folder, 'go', 'build', '-o', 'books', '.');
  },
  fill: (folder) => rm(join(folder, 'data'), { recursive: true, force: true }),
  command: (port) => ['./books', 'serve', '--dir', 'data', '--http', `127.0.0.1:${port}`],
};

const pastTheEnd: Report = {
  url: 'https://github.com/typicode/json-server/issues/1549',
  says: 'a page past the end has the records of the last page',
  rule: /page-offset-past-end$/,
};

const lastLinkOfJsonapiServer: Report = {
  url: 'https://github.com/holidayextras/jsonapi-server/issues/230',
  says: 'the link to the last page leads to one that begins too early',
  rule: /links-last$/,
  missed: 'the page ends with the last record, and where it begins is open',
};

const filteredTotal: Report = {
  url: 'https://github.com/holidayextras/jsonapi-server/issues/171',
  says: 'a filter does not change the total',
  rule: /total-filter$/,
};

const fastapi = [
  'fastapi==0.115.14',
  'uvicorn==0.34.3',
  'sqlalchemy==2.0.41',
  'aiosqlite==0.21.0',
  'greenlet==3.2.3',
  'orjson==3.10.18',
  'pydantic==2.11.7',
];
const flaskRestless = [
  'flask-restless==0.17.0',
  'flask==1.1.4',
  'werkzeug==0.16.1',
  'sqlalchemy==1.3.24',
  'flask-sqlalchemy==2.4.4',
  'markupsafe==2.0.1',
  'jinja2==2.11.3',
  'itsdangerous==1.1.0',
];

const jsonApiDjango = ['djangorestframework-jsonapi==8.1.0', 'djangorestframework==3.18.3', 'django==5.2.19'];
const olderDjango = ['djangorestframework==3.11.0', 'django==3.0.14', 'django-filter==2.4.0'];
const newerDjango = ['djangorestframework==3.18.3', 'django==5.2.19', 'django-filter==26.2'];

export const servers: readonly RealServer[] = [
  jsonServer('1.0.0-alpha.19', 'openapi-1.yaml', 'lib/bin.js', [
    {
      url: 'https://github.com/typicode/json-server/issues/1493',
      says: 'from the second page on, a page has more records than were asked for',
      rule: /page-limit$/,
    },
    pastTheEnd,
  ]),
  jsonServer('1.0.0-alpha.23', 'openapi-1.yaml', 'lib/bin.js', [pastTheEnd]),
  jsonServer('1.0.0-beta.15', 'openapi-1.yaml', 'lib/bin.js', [pastTheEnd]),
  jsonServer('0.17.4', 'openapi-0.yaml', 'lib/cli/bin.js', []),
  fastapiPagination('0.7.3', [
    {
      url: 'https://github.com/uriyyo/fastapi-pagination/issues/112',
      says: 'the link to the last page leads to the page after it',
      rule: /links-last$/,
    },
  ]),
  fastapiPagination('0.7.4', []),
  jsonapiServer('1.13.0', [lastLinkOfJsonapiServer, filteredTotal]),
  jsonapiServer('4.2.0', [filteredTotal]),
  fromPython(
    'FastAPI-JSONAPI',
    '3.0.0',
    'fastapi-jsonapi',
    ['fastapi-jsonapi==3.0.0', ...fastapi],
    'uvicorn',
    [
      {
        url: 'https://github.com/mts-ai/FastAPI-JSONAPI/issues/103',
        says: 'the total counts the records of the page',
        rule: /total-(unfiltered|pages)/,
      },
    ],
  ),
  fromPython(
    'Django REST framework JSON:API',
    '8.1.0',
    'django-rest-framework-json-api',
    jsonApiDjango,
    'app',
    [],
  ),
  fromPython('Flask-Restless', '0.17.0', 'flask-restless', flaskRestless, 'app', []),
  fromPython('Kinto', '12.0.0', 'kinto', ['kinto==12.0.0', 'setuptools<80'], 'app', []),
  fromPython('Kinto', '19.6.0', 'kinto', ['kinto==19.6.0', 'setuptools<80'], 'app', []),
  springDataRest('3.5.7', []),
  pocketBase,
  django('3.11.0', olderDjango, 'offset'),
  django('3.11.0', olderDjango, 'number'),
  django('3.18.3', newerDjango, 'offset'),
  django('3.18.3', newerDjango, 'number'),
  django('3.18.3', newerDjango, 'cursor', [
    {
      url: 'https://github.com/encode/django-rest-framework/issues/7709',
      says: 'where many records have the same key, the link to the previous page leads to an empty one',
      rule: /links-prev$/,
    },
  ]),
];
