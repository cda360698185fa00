import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { version4 } from '../json/uuid.ts';

/** Generates ids, secrets and the time. */
type IdsAndClock = {
  readonly uuid: () => string;
  readonly hex: (bytes: number) => string;
  readonly now: () => Date;
  /** The Date header of a simulated clock. */
  readonly date?: () => string;
  readonly setTime: (time: Date) => void;
  readonly restart: () => void;
};

/** `ahead` is how far the clock is ahead, in milliseconds; of other ids the version is not that of the usual ones. */
type OfSource = { readonly ahead?: number; readonly areOtherIds?: boolean };

export function createIdsAndClock(
  seed?: string | number,
  { ahead = 0, areOtherIds = false }: OfSource = {},
): IdsAndClock {
  const source = seed === undefined ? realSource(ahead) : seededSource(seed, ahead);
  return areOtherIds ? { ...source, uuid: () => version7(source.uuid()) } : source;
}

const version7 = (uuid: string): string => uuid.replace(/^(.{14})./, '$17');

function realSource(ahead: number): IdsAndClock {
  let isAhead = ahead;
  return {
    uuid: () => randomUUID(),
    hex: (bytes) => randomBytes(bytes).toString('hex'),
    now: () => new Date(Date.now() + isAhead),
    setTime: (time) => {
      isAhead = time.getTime() - Date.now();
    },
    restart: () => {
      isAhead = ahead;
    },
  };
}

function seededSource(seed: string | number, ahead: number): IdsAndClock {
  let drawn = 0;
  const draw = (): string => {
    drawn += 1;
    return createHash('sha512').update(`${seed}/${drawn}`).digest('hex');
  };
  const start = (Date.UTC(2026, 0, 1) + ahead) / 1000;
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

type Clearable = { readonly clear: () => void };

export function createMemory() {
  const all = new Map<string, Clearable>();
  return {
    kept: <T extends Clearable>(name: string, make: () => T): T => {
      if (!all.has(name)) all.set(name, make());
      return all.get(name) as T;
    },
    clear: (): void => {
      for (const one of all.values()) one.clear();
    },
  };
}

export type Delays = ReturnType<typeof createDelays>;

/** Beyond this number the oldest ends: clients may hang up without the stub noticing. */
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
    end: (): void => {
      for (const end of waiting) end();
    },
  };
}
