/** What one run of a contender said. */
export type Said = {
  /** What it found fault with, each once, without anything that differs from run to run. */
  readonly findings: readonly string[];
  readonly exit: number | null;
  /** Why the run says nothing; in the tool's own words where it has any. */
  readonly trouble?: string;
};

/** A tool that compares a server with the contract. */
export type Contender = {
  readonly name: string;
  /** How it was set up, and why. */
  readonly setting: string;
  readonly version: () => Promise<string>;
  /** Runs against a server; the folder is its own, and empty. */
  readonly run: (baseUrl: string, folder: string) => Promise<Said>;
};

/** The longest one run may take. */
export const limitMs = 180_000;

/** A finding without ids, times, ports and sizes. */
export const timeless = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replace(/\b\d+\b/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim();
