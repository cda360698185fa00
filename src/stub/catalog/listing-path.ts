import type { Contract } from '../../contract/contract.ts';
import { filledPath, operationThat } from '../../contract/operations/operations.ts';

/** The path of a node's listing. */
export const listingPath = ({ operations }: Contract, hierarchy: string, node: string): string =>
  filledPath(operations[operationThat('list', 'product')].path, [hierarchy, node]);
