import { loadProof } from './proof.ts';

export const shipped = await loadProof();

export const { contract, ruleSet, target, targetFor, conforming, faulty, checked, judged } = shipped;

export { isFalsePositive } from './proof.ts';
