import type { Mutant } from '../../src/http/exchange.ts';
import { at, type Json, type JsonObject, withAt } from '../../src/json/json.ts';
import { changeReply } from '../core/reply-mutants.ts';
import { places } from './controls.ts';

/** Rewrites the addresses a new key shows for itself. */
export function relinked(relink: (link: string, json: JsonObject) => string): Mutant {
  return changeReply('application-key', (json) =>
    places.reduce<Json>((changed, place) => {
      const link = at(json, ...place);
      return typeof link === 'string' ? withAt(changed, place, relink(link, json)) : changed;
    }, json),
  );
}
