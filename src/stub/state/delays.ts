/** Responses that are held back for a while. */
export type Delays = {
  /** Waits for so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Ends all of them at once. */
  readonly end: () => void;
};

/** Beyond so many the oldest is ended: a client may hang up, and what it asked for waits all the same. */
const mostDelays = 10_000;

/** Creates the delays of one stub. */
export function createDelays(): Delays {
  const waiting = new Set<() => void>();
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        waiting.add(end);
        const [oldest] = waiting;
        if (waiting.size > mostDelays) oldest?.();
      }),
    end: () => {
      for (const end of waiting) end();
    },
  };
}
