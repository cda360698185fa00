import { InvalidArgumentError } from 'commander';

/** Reads a path that all others stand under. */
export function readPrefix(text: string): string {
  const prefix = text.replace(/\/+$/, '');
  if (prefix === '' || /^(\/[\w.~-]+)+$/.test(prefix)) return prefix;
  throw new InvalidArgumentError('It is a path like /api.');
}
