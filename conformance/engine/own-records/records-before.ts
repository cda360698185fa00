// Which records were there before this run, as reads and listings show them: they are of others.

import type { Contract } from '../../../src/contract/contract.ts';
import { pathOfCreated } from '../../../src/contract/created-paths.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { recordsIn, shownIdOf } from '../../../src/contract/record.ts';
import { creatorOf } from '../../../src/contract/related-operations.ts';
import { type Exchange, pathIn } from '../../../src/http/exchange.ts';
import type { Json } from '../../../src/json/json.ts';
import { jsonIn, linkSourceOf } from '../../core/created.ts';
import { keyAt, keysOf, pathsBy, placesOf } from './record-keys.ts';
import { roughly } from './unsafe-ids.ts';

/** Whether a Link of a creation reads a parameter of the query. */
const isFoundByQuery = ({ links }: Operation): boolean =>
  links.some(({ parameters }) =>
    Object.values(parameters).some((value) => /^\$request\.query\./.test(String(value))),
  );

/** Notes records of others. `isOwn` knows the keys of records of this run, `isOurs` those that show a nonce of it. */
export function noteRecordsBefore(
  contract: Contract,
  isOwn: (key: string) => boolean,
  isOurs: (record: Json) => boolean,
) {
  const before = new Set<string>();
  /** The records of listings that were noted: the same are listed again and again. */
  const noted = new Set<string>();
  return {
    /** Whether a record was there before that has one of some keys, or one like it. */
    hasAny: (keys: readonly string[]): boolean => keys.some((key) => before.has(key)),
    /** Notes what an accepted request to read or list shows. */
    take: (operation: Operation, exchange: Exchange): void => {
      const creation = creatorOf(contract, operation.id);
      const { target } = exchange.request;
      if (operation.kind === 'read' && !isOwn(keyAt(contract, operation, target)))
        before.add(keyAt(contract, operation, target, roughly));
      if (operation.kind !== 'list' || !creation) return;
      const where = isFoundByQuery(creation) ? target : pathIn(target);
      const source = linkSourceOf(contract, operation, exchange.request);
      for (const record of recordsIn(operation, jsonIn(exchange))) {
        const id = shownIdOf(operation, record);
        const name = `${where} ${id}`;
        if (id === undefined || noted.has(name)) continue;
        noted.add(name);
        // A creation that was delivered twice, or got no response, made it.
        if (isOurs(record)) continue;
        const paths = pathsBy(contract, creation, (one) => pathOfCreated(one, creation, id, source));
        const places = placesOf(contract, paths);
        if (!keysOf(places).some(isOwn)) for (const key of keysOf(places, roughly)) before.add(key);
      }
    },
  };
}
