import { at, type Json } from '../../src/json/json.ts';

/** Both places where a key may show its own address. */
export const places = [
  ['data', 'links', 'self'],
  ['links', 'self'],
];

/** The addresses a new key shows for itself. */
export const selfLinks = (json: Json): string[] =>
  places.map((place) => at(json, ...place)).filter((link) => typeof link === 'string');

/** Whether an address ends in the path of the keys, a slash and the id; UUIDs know no letter case. */
export const endsIn = (link: string, path: string, id: string): boolean =>
  link.slice(0, -id.length).endsWith(`${path}/`) && link.slice(-id.length).toLowerCase() === id.toLowerCase();
