/** What a client program is told: the base URL, the ids of a subscription, and hierarchies with a node each. */
export type Words = readonly string[];

/** Makes a client from the contract and puts a small program to work with it. */
export type Generator = {
  /** Why it cannot be run here; undefined if it can. */
  readonly missing: () => Promise<string | undefined>;
  /** Takes the tools out of the cache, or installs them. */
  readonly install: () => Promise<unknown>;
  /** Generates the client in an empty folder, with the program beside it, and returns what the program prints. */
  readonly read: (folder: string, words: Words) => Promise<string>;
};

/** The contract that clients are generated from. */
export const contract = new URL('../../spec/openapi.yaml', import.meta.url).pathname;

/** The programs that use the clients, and the locked versions of what they need. */
export const programs = new URL('programs/', import.meta.url).pathname;
