import { loadProof } from './proof.ts';

export const shipped = await loadProof();

export const { contract, ruleSet, catalog, target, targetFor, conforming, faulty, checked, judged } = shipped;

export { isFalsePositive, revealingChoices } from './proof.ts';
