import { Rejection } from './rejection.ts';

/** What a listing is asked for. */
export type Query = { readonly offset: number; readonly limit: number; readonly filter?: string };

const defaultLimit = 17;
const names = ['page[offset]', 'page[limit]', 'filter'];

/** Reads the query of a listing. What is there twice, or is not known, is turned down. */
export function readQuery(search: string): Query {
  const pairs = search.split('&').filter((pair) => pair !== '');
  const parameters = new Map<string, string>();
  for (const pair of pairs) {
    const [name = '', ...rest] = pair.split('=');
    const known = decode(name);
    if (!names.includes(known) || parameters.has(known)) throw new Rejection(406, 'the query makes no sense');
    parameters.set(known, decode(rest.join('=')));
  }
  const filter = parameters.get('filter');
  return {
    offset: numberIn(parameters.get('page[offset]') ?? '0', 0, 10_000),
    limit: numberIn(parameters.get('page[limit]') ?? String(defaultLimit), 1, 100),
    ...(filter === undefined ? {} : { filter }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Rejection(406, 'a percent sign is out of place');
  }
}

function numberIn(text: string, least: number, most: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Rejection(416, `a number from ${least} to ${most} is wanted`);
}
