import type { Contract } from '../../../src/contract/contract.ts';
import type { Target } from '../../core/target.ts';
import type { Waiver } from '../../core/waiver.ts';
import type { RuleSet } from '../../runner/rule-set.ts';
import type { ReadTarget } from '../../target/read.ts';

/** A target with the contract that it is checked against. It has to be disposed, since it may be a stub. */
export type OpenTarget = AsyncDisposable & {
  readonly contract: Contract;
  /** The rules, with those of the house. */
  readonly ruleSet: RuleSet;
  readonly target: Target;
  readonly waivers: readonly Waiver[];
  /** The path of its target file, as it was named or found; undefined where there is none. */
  readonly file?: string;
  /** The target file as it was read, to say where in it something is. */
  readonly read?: ReadTarget;
  /** Whether it is a stub in this process. */
  readonly isLocalStub: boolean;
};
