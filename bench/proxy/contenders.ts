/** A way from a client to a server, and how it is opened. */
export type Contender = {
  readonly name: string;
  /** The command's words after `node`. */
  readonly words: (port: number, upstream: number) => readonly string[];
  /** How many requests it carries a round at the most: the slow ones need not carry as many. */
  readonly most: number;
  /** Whether it shows a page of what it found. */
  readonly judges?: boolean;
};

const here = (path: string): string => new URL(path, import.meta.url).pathname;

/** The contenders, the limit first. */
export const contenders: readonly Contender[] = [
  {
    name: 'bare node:http proxy',
    words: (port, upstream) => [here('servers/bare.mjs'), String(port), String(upstream)],
    most: 1500,
  },
  {
    name: 'assay proxy, not judging',
    words: (port, upstream) => [here('servers/unjudged.ts'), String(port), String(upstream)],
    most: 1500,
  },
  {
    name: 'assay proxy',
    words: (port, upstream) => [
      here('../../dist/conformance/cli/bin.js'),
      ...['proxy', `http://127.0.0.1:${upstream}`, '--no-target', '--port', String(port), '--findings-page'],
    ],
    most: 1500,
    judges: true,
  },
  {
    name: 'Prism proxy',
    words: (port, upstream) => [
      here('../../node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['proxy', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'],
      ...[here('../../spec/openapi.yaml'), `http://127.0.0.1:${upstream}`],
    ],
    most: 100,
  },
];
