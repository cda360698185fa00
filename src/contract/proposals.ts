import { UserError } from '../errors.ts';
import { type JsonObject, objectIn, type Path } from '../json/json.ts';
import { withDocument } from './build-contract.ts';
import type { Contract } from './contract.ts';
import { maybeListing, operationsIn } from './openapi.ts';
import { proposeListing } from './propose/listing.ts';
import { type ListProposal, listOfProposals } from './propose/proposal.ts';

/** What is proposed of one operation of a document. */
export type OperationProposal = ListProposal & {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** The place of the operation in the document. */
  readonly path: Path;
};

/** What is proposed of the listings of a document that have no `x-list`. */
export const proposalsIn = (document: JsonObject): OperationProposal[] =>
  operationsIn(document).flatMap((part) => {
    const { id, method, url, path, found } = part;
    const source = found['x-list'] === undefined ? maybeListing(document, part) : undefined;
    const proposal = source && proposeListing(source);
    return proposal ? [{ id, method, url, path, ...proposal }] : [];
  });

type ProposedList = { readonly path: Path; readonly list: JsonObject };

/** The `x-list` of each listing of which enough is stated or likely. */
export const listsProposed = (proposed: readonly OperationProposal[]): ProposedList[] =>
  proposed.flatMap(({ path, proposals }) => {
    const list = listOfProposals(proposals);
    return 'items' in list ? [{ path, list }] : [];
  });

/** A contract as it would be if it stated some lists. */
export function withLists(contract: Contract, lists: readonly ProposedList[]): Contract {
  const document = structuredClone(contract.document);
  for (const { path, list } of lists) objectIn(document, ...path)['x-list'] = list;
  return withDocument(contract, document);
}

/** How many rules a contract would have more, or as a `must`, if it stated some lists. */
export function rulesGained(contract: Contract, lists: readonly ProposedList[]): number {
  try {
    return [...withLists(contract, lists).clauses.values()].filter(
      ({ id, level }) => level !== 'unspecified' && contract.clauses.get(id)?.level !== level,
    ).length;
  } catch (error) {
    // A name of the document may have a form that no x-list can have.
    if (error instanceof UserError) return 0;
    throw error;
  }
}
