import { randomInt } from 'node:crypto';
import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number within bounds. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

/** Collects an option that may be given several times. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text];

const largestSeed = 2 ** 31 - 1;

/** Parses a seed: a number, or one drawn at random. */
export function readSeed(text: string): number {
  return text === 'random' ? randomInt(largestSeed) : wholeNumber(0, largestSeed)(text);
}

/** Parses I/N: one of N parts, counted from 1. */
export function readShard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It must be I/N with I from 1 to N, such as 2/3.');
}
