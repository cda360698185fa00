import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Where everything comes from that no two requests share: ids, secrets and the time. */
export type Source = {
  readonly uuid: () => string;
  /** That many random bytes, as hexadecimal digits. */
  readonly hex: (bytes: number) => string;
  readonly now: () => Date;
  /** Begins again, where there is a seed to begin from. */
  readonly restart: () => void;
};

/** Real randomness and the real clock; with a seed, both made up so that they can be repeated. */
export const createSource = (seed?: string | number): Source =>
  seed === undefined ? realSource : seededSource(seed);

const realSource: Source = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  now: () => new Date(),
  restart: () => {},
};

function seededSource(seed: string | number): Source {
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
    restart: () => {
      drawn = 0;
      seconds = start;
    },
  };
}

const version4 = (digits: string): string =>
  digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
