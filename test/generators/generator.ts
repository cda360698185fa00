/** What a client program is told: the base URL, the ids of a subscription, and hierarchies with a node each. */
export type Words = readonly string[];

/** Variables of the environment that lead to installed tools. */
export type Environment = Readonly<Record<string, string>>;

/** What makes a client from the contract, by the command that docs/generators.md has for it. */
export type Generator = {
  /** Why it cannot be run here; undefined if it can. */
  readonly missing: () => Promise<string | undefined>;
  /** Takes its tools out of the cache, or installs them. */
  readonly install: () => Promise<Environment>;
  /** Places what it needs in the folder that it is run in. */
  readonly place?: (folder: string, words: Words) => Promise<unknown>;
  /** Puts a program beside the client that was generated, and returns what that prints. */
  readonly run: (folder: string, words: Words) => Promise<string>;
};

/** The programs that use the clients, and the locked versions of what they need. */
export const programs = new URL('programs/', import.meta.url).pathname;
