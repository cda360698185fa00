/** A command, without the words that a client program is told. */
export type Command = readonly [string, ...string[]];

/** Variables of the environment that lead to installed tools. */
export type Environment = Readonly<Record<string, string>>;

/** What makes a client from the contract, by the command that docs/http-clients.md has for it. */
export type Generator = {
  /** Why it cannot be run here; undefined if it can. */
  readonly missing: () => Promise<string | undefined>;
  /** Takes its tools out of the cache, or installs them. */
  readonly install: () => Promise<Environment>;
  /** Places what it needs in the folder that it is run in. */
  readonly place?: (folder: string) => Promise<unknown>;
  /** Puts a program beside the client that was generated, builds it, and returns the command that runs it. */
  readonly build: (folder: string) => Promise<Command>;
};

/** The programs that use the clients, and the locked versions of what they need. */
export const programs = new URL('programs/', import.meta.url).pathname;
