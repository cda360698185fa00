import type { Language, Started } from '../independent/server.ts';

/** One change that a mutation tool made to a server. */
export type ServerMutant = {
  /** Stable from run to run, such as `src/products.js:41:12 ConditionalExpression 2`. */
  readonly id: string;
  /** Below the server's folder. */
  readonly file: string;
  readonly line: number;
  /** The tool's name of the mutation operator. */
  readonly operator: string;
  /** A unified diff, or what was there and what is there now. */
  readonly diff: string;
};

/** The standard mutation tool of a server's language, and how that server is started with what it made. */
export type Mutator = {
  readonly server: Language;
  /** The tool and its version, for the table. */
  readonly tool: string;
  /** Why it cannot run on this machine, else undefined. */
  readonly missing: () => Promise<string | undefined>;
  /** Installs the tool (pinned, in a folder of its own under `bench/mutation/`, with a lock file) and makes all mutants, the same every time. */
  readonly generate: (work: string) => Promise<readonly ServerMutant[]>;
  /** Starts the server with the mutant in place (undefined: without any); rejects if it does not build or does not come up. */
  readonly start: (work: string, mutant: ServerMutant | undefined) => Promise<Started>;
};
