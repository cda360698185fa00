import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Generates what differs between any two requests: ids, secrets and the time. */
export type IdsAndClock = {
  readonly uuid: () => string;
  /** Random bytes as hexadecimal digits. */
  readonly hex: (bytes: number) => string;
  readonly now: () => Date;
  /** The value of the Date header, if the clock is simulated. */
  readonly date?: () => string;
  /** Lets the clock go on from another time. */
  readonly setTime: (time: Date) => void;
  /** Starts again from the seed, if there is one, and from the real time otherwise. */
  readonly restart: () => void;
};

/** Real randomness and the real clock; with a seed, both are simulated and repeatable. */
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
