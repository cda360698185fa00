import { InvalidArgumentError } from 'commander';

/** Parses the prefix of all paths of a stub. */
export function readPrefix(text: string): string {
  const prefix = text.replace(/\/+$/, '');
  if (prefix === '' || /^(\/[\w.~-]+)+$/.test(prefix)) return prefix;
  throw new InvalidArgumentError('It must be a path like /api.');
}
