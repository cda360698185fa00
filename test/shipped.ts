import { loadProof } from '../conformance/proof/proof.ts';

export const shipped = await loadProof();

export const { contract, ruleSet, target, targetFor, conforming, faulty, checked, judged } = shipped;

export { isFalsePositive } from '../conformance/proof/proof.ts';
