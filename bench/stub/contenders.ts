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

/** The contenders, the limit first, then the stub, then a mock. */
export const contenders: readonly Contender[] = [
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
    name: 'Prism mock',
    setting: '`prism mock`, silent',
    words: (port, { files }) => [
      here('../../node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', files.contract],
    ],
    most: 400,
  },
];
