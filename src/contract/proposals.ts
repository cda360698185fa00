import type { JsonObject, Path } from '../json/json.ts';
import { maybeListing, operationsIn } from './openapi.ts';
import { proposeListing } from './propose/listing.ts';
import type { ListProposal } from './propose/proposal.ts';

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
