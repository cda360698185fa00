import { createHash, hash, randomBytes, randomUUID } from 'node:crypto';

/** Generates what differs between any two requests: ids, secrets and the time. */
export type IdsAndClock = {
  readonly uuid: () => string;
  /** Random bytes as hexadecimal digits. */
  readonly hex: (bytes: number) => string;
  readonly now: () => Date;
  /** The value of the Date header, if the clock is simulated. */
  readonly date?: () => string;
  readonly setTime: (time: Date) => void;
  /** Starts again from the seed, if there is one, and from the real time otherwise. */
  readonly restart: () => void;
};

export const createIdsAndClock = (seed?: string | number): IdsAndClock =>
  seed === undefined ? realSource() : seededSource(seed);

function realSource(): IdsAndClock {
  let ahead = 0;
  return {
    uuid: () => randomUUID(),
    hex: (bytes) => randomBytes(bytes).toString('hex'),
    now: () => new Date(Date.now() + ahead),
    setTime: (time) => {
      ahead = time.getTime() - Date.now();
    },
    restart: () => {
      ahead = 0;
    },
  };
}

function seededSource(seed: string | number): IdsAndClock {
  let drawn = 0;
  const draw = (): string => {
    drawn += 1;
    return createHash('sha512').update(`${seed}/${drawn}`).digest('hex');
  };
  const start = Date.UTC(2026, 0, 1) / 1000;
  let seconds = start;
  return {
    uuid: () => version4(draw()),
    hex: (bytes) => {
      let digits = '';
      while (digits.length < 2 * bytes) digits += draw();
      return digits.slice(0, 2 * bytes);
    },
    now: () => {
      seconds += 1;
      return new Date(seconds * 1000);
    },
    date: () => new Date(seconds * 1000).toUTCString(),
    setTime: (time) => {
      seconds = Math.floor(time.getTime() / 1000) - 1;
    },
    restart: () => {
      drawn = 0;
      seconds = start;
    },
  };
}

const version4 = (digits: string): string =>
  digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

type Clearable = { readonly clear: () => void };

/** What a stub remembers from earlier requests. */
export type Memory = ReturnType<typeof createMemory>;

export function createMemory() {
  const all = new Map<string, Clearable>();
  return {
    /** Returns what is remembered under a name, made where it is first asked for. */
    kept: <T extends Clearable>(name: string, make: () => T): T => {
      if (!all.has(name)) all.set(name, make());
      return all.get(name) as T;
    },
    clear: (): void => {
      for (const one of all.values()) one.clear();
    },
  };
}

/** Responses that are held back for a while. */
export type Delays = ReturnType<typeof createDelays>;

/** Beyond so many the oldest is ended: a client may hang up, and what it asked for waits all the same. */
const mostDelays = 10_000;

export function createDelays() {
  const waiting = new Set<() => void>();
  return {
    wait: (milliseconds: number): Promise<void> =>
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
    /** Ends all of them at once. */
    end: (): void => {
      for (const end of waiting) end();
    },
  };
}

/** How many values are kept; beyond that, the oldest is forgotten and counts as new again. */
export const seenValuesLimit = 100_000;

/** Creates an empty set. It keeps only a digest of each value, which may be a megabyte long. */
export function createSeenValues() {
  const digests = new Set<string>();
  return {
    has: (value: unknown): boolean => digests.has(digestOf(value)),
    add: (value: unknown): void => {
      digests.add(digestOf(value));
      const [oldest] = digests;
      if (digests.size > seenValuesLimit && oldest !== undefined) digests.delete(oldest);
    },
    clear: (): void => digests.clear(),
  };
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '', 'base64');
