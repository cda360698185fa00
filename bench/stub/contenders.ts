import { existsSync } from 'node:fs';
import type { TrialControls } from './grounds.ts';

/** A server to be measured, and how it is started. */
export type Contender = {
  readonly name: string;
  /** How it was set up. */
  readonly setting: string;
  /** The command's words after `node`. */
  readonly words: (port: number, grounds: TrialControls) => readonly string[];
  /** How many requests it carries a round at the most: the slow ones need not carry as many. */
  readonly most: number;
};

const here = (path: string): string => new URL(path, import.meta.url).pathname;

/** The contenders, the limit first, then the stub, then the mocks where they are installed. */
export const contenders = (): readonly Contender[] =>
  existsSync(here('node_modules')) ? all : all.slice(0, 2);

const all: readonly Contender[] = [
  {
    name: 'bare node:http',
    setting: 'the same bytes for a GET; JSON read and an answer made for a POST',
    words: (port, { files }) => [here('servers/bare.mjs'), String(port), files.page, files.created],
    most: 8000,
  },
  {
    name: 'assay stub',
    setting: '`assay stub --quiet`',
    words: (port) => [here('../../dist/conformance/cli/bin.js'), 'stub', '--quiet', '--port', String(port)],
    most: 8000,
  },
  {
    name: 'openapi-backend',
    setting: 'as documented: routing, validation and mocked answers behind node:http',
    words: (port, { files }) => [here('servers/openapi-backend.mjs'), String(port), files.contract],
    most: 2000,
  },
  {
    name: 'Scalar mock server',
    setting: 'behind @hono/node-server',
    words: (port, { files }) => [here('servers/scalar.mjs'), String(port), files.contract],
    most: 800,
  },
  {
    name: 'json-server',
    setting: 'in memory, without request log',
    words: (port, { files }) => [here('servers/json-server.mjs'), String(port), files.database],
    most: 800,
  },
  {
    name: 'Mockoon CLI',
    setting: '`mockoon-cli start`, no log files',
    words: (port, { files }) => [
      here('node_modules/@mockoon/cli/bin/run.js'),
      ...['start', '--data', files.contract, '--port', String(port), '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '1'],
    ],
    most: 400,
  },
  {
    name: 'Prism mock',
    setting: '`prism mock`, silent',
    words: (port, { files }) => [
      here('../../node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', files.contract],
    ],
    most: 400,
  },
];
