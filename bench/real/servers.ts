// Reads servers.yaml: public servers, in versions with bugs that users reported and in versions without them.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A bug as its users described it, seen by hand in this version. */
interface Report {
  readonly url: string;
  readonly says: string;
  /** A pattern of the rule that should find it. */
  readonly rule: string;
  /** Why no rule finds it as a violation. */
  readonly missed?: string;
}

interface Row {
  readonly language: string;
  /** The contract, below this folder. The server runs in a copy of its folder. */
  readonly contract: string;
  /** The command that installs a version, and the one that serves it at a port. */
  readonly install: string;
  readonly start: string;
  readonly versions: Readonly<Record<string, readonly Report[]>>;
}

/** One version of a public server. */
export interface RealServer extends Omit<Row, 'versions'> {
  readonly name: string;
  readonly reports: readonly Report[];
}

const table: Record<string, Row> = parse(await readFile(join(import.meta.dirname, 'servers.yaml'), 'utf8'));

export const servers: readonly RealServer[] = Object.entries(table).flatMap(([server, row]) =>
  Object.entries(row.versions).map(([version, reports]) => ({
    ...row,
    name: `${server} ${version}`,
    install: row.install.replaceAll('{version}', version),
    reports,
  })),
);
