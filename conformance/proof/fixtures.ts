import { loadProof } from './proof.ts';

/** What proves the rules of the contract that ships with assay. */
export const shipped = await loadProof();

export const { contract, ruleSet, catalog, target, targetFor, conforming, faulty, checked, judged } = shipped;

export { grounds, isFalsePositive } from './proof.ts';
