import type { Contract } from '../../contract/contract.ts';

/** The path of a node's listing. */
export const listingPath = ({ operations }: Contract, hierarchy: string, node: string): string =>
  operations['node-products'].path.replace('{hierarchyID}', hierarchy).replace('{nodeID}', node);
