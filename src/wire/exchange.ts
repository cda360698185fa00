/** A header as it stands on the wire: duplicates and letter case can be said. */
export type Header = readonly [name: string, value: string];

/**
 * One request, as plain data. `target` is the raw path and query below the base URL, sent byte for byte
 * as it stands, so raw brackets and broken percent signs can be said.
 */
export type Call = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
};

/** What came back. `ms` is the time from the first byte sent to the last byte read, in milliseconds. */
export type Reply = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  readonly ms: number;
};

/**
 * No reply: why, in words fit for a report. A fault of the network is a value, never an exception.
 * `unsent`: held back on our side, or given up because the run has ended.
 */
export type Lost = {
  readonly lost: 'timeout' | 'connection' | 'refused' | 'oversize' | 'protocol' | 'unsent';
  readonly detail: string;
  /** What the operator could say so that it comes through. */
  readonly remedy?: string;
  /** What is to be done outside of assay, as the end of a sentence. */
  readonly advice?: string;
  readonly ms: number;
};

/** A call and what became of it. */
export type Exchange = { readonly call: Call; readonly reply: Reply | Lost };

/** Anything that answers calls: the network, the stub in process, a handler, or a mutant of any of them. */
export type Transport = (call: Call) => Promise<Reply | Lost>;

/** A fault put in front of a transport. */
export type Mutant = (next: Transport) => Transport;

/** Tells a lost call from a reply. */
export const isLost = (reply: Reply | Lost): reply is Lost => 'lost' in reply;

/** The first header of that name, whatever its letter case. */
export function header(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.length === wanted.length && key.toLowerCase() === wanted)?.[1];
}
