import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { loadProof } from './proof.ts';

export const shipped = await loadProof();

export const { contract, ruleSet, target, targetFor, conforming, faulty, checked, judged } = shipped;

export const catalog = await loadCatalog(undefined, contract);

export { isFalsePositive, revealingChoices } from './proof.ts';
