// The lines of the target file by which more of a listing can be tested.

import { type Contract, focusOf } from '../../src/contract/contract.ts';
import { filterFields } from '../../src/contract/list-filters.ts';
import type { Nouns } from '../../src/contract/nouns.ts';
import {
  collectionParameters,
  type OperationId,
  ofKind,
  operationIn,
  type WithOperations,
} from '../../src/contract/operations.ts';
import type { Claim } from '../core/claim.ts';
import { eachListing } from '../core/claims.ts';
import { namedIn, type Remedy } from '../core/remedies.ts';
import type { Collection, Target } from '../core/target.ts';

/** What a listing is asked with: a contract in which it is in focus. */
type WithContract = { readonly contract: Contract };

/** How a command line names a collection of a listing, such as `SHELF/AUTHOR_ID`. */
export const atWords = (contract: WithOperations, id: OperationId): string =>
  (ofKind(contract, 'list').length > 1 ? `${id}=` : '') +
  collectionParameters(operationIn(contract, id))
    .map((name) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase())
    .join('/');

const listingName = ({ contract }: WithContract): string => namedIn(contract, focusOf(contract).id);

export const collectionsLine = (asked: WithContract): Remedy => ({
  kind: 'collections',
  named: listingName(asked),
});

/** The line of the target file that names a collection of some kind. */
export const collectionLine = (asked: WithContract, that: string): Remedy => ({
  kind: 'collection',
  named: listingName(asked),
  that,
});

type Declaring = WithContract & { readonly target: Target };

/** The line of the target file that declares an order. */
export const orderLine = (asked: Declaring): Remedy =>
  declaring(asked, 'order', idsInOrder(asked), `with ${recordsNoun(asked)} in a fixed order`);

export const fullOrderLine = (asked: Declaring): Remedy =>
  declaring(asked, 'order', idsInOrder(asked), `with all ${recordsNoun(asked)} in a fixed order`);

/** What a collection holds; of a collection of that kind if that of another is declared. */
export const holdsLine = (asked: Declaring, that: string): Remedy =>
  declaring(asked, 'holds', `[ids of all ${recordsNoun(asked)} that must be listed]`, that);

/** The line of the target file that declares fields of records. */
export const declaredLine = ({ contract }: WithContract): Remedy => {
  const { list, nouns } = focusOf(contract);
  const names = list ? filterFields(list).map(({ attribute }) => attribute) : [];
  return {
    kind: 'declaration',
    declare: `holds: [{ ${[...new Set(['id', ...names])].join(', ')} } of all ${nouns.records} that must be listed]`,
  };
};

export const hiddenLine = (asked: Declaring): Remedy =>
  declaring(
    asked,
    'hidden',
    `[ids of ${recordsNoun(asked)} that must not be listed]`,
    `with ${recordsNoun(asked)} that must not be listed`,
  );

const idsInOrder = (asked: WithContract): string =>
  `[ids of the ${recordsNoun(asked)} with a fixed position, in their order]`;

const recordsNoun = ({ contract }: WithContract): string => focusOf(contract).nouns.records;

const declaring = (
  { contract, target: { collections } }: Declaring,
  key: keyof Collection,
  value: string,
  that: string,
): Remedy =>
  collections.some((collection) => collection[key])
    ? { kind: 'collection', named: listingName({ contract }), that, declare: `${key}: ${value}` }
    : { kind: 'declaration', declare: `${key}: ${value}` };

/** Says which data the rule needs, of a collection `with` them, if no listing showed any. */
export const needs = (dataOf: (nouns: Nouns) => string): Claim =>
  eachListing('links', (_listing, judge) => {
    const that = `with ${dataOf(judge.nouns)}`;
    judge.untested(`no collection ${that} was listed`, collectionLine(judge, that));
  });
