import type { StubOptions } from '../../src/stub/create.ts';

/**
 * A server to put before the contenders. `honest`: keeps the contract. `carried`: a fault that a rule of assay
 * carries with it. `stranger`: a fault thought of for this bench alone, which no rule carries. `stranger-2`: one
 * thought of later, by somebody who had not seen the rules; no rule is mended on it.
 */
export type Variant = {
  readonly kind: 'honest' | 'carried' | 'stranger' | 'stranger-2';
  /** What of the contract is broken; `honest` where nothing is. */
  readonly area: string;
  readonly level: 'must' | 'should' | 'none';
  readonly name: string;
  readonly options: Partial<StubOptions>;
};
