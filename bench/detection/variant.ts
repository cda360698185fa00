import type { Mutant } from '../../src/http/exchange.ts';
import type { StubOptions } from '../../src/stub/create-stub.ts';

/**
 * A server to put before the contenders. `honest`: keeps the contract. `carried`: a fault that a rule of assay
 * carries with it. `stranger`: a fault thought of for this bench alone, which no rule carries. `stranger-2`: one
 * thought of later, by somebody who had not seen the rules.
 */
export type Variant = {
  readonly kind: 'honest' | 'carried' | 'stranger' | 'stranger-2';
  /** What of the contract is broken; `honest` where nothing is. */
  readonly area: string;
  readonly level: 'must' | 'should' | 'none';
  readonly name: string;
  readonly options: Partial<StubOptions>;
};

/** A server in one line, as it is recorded. */
export const nameOf = ({ kind, area, name }: Variant): string => `${kind}: ${area}: ${name}`;

/** The stub with its default choices: what a contender says of it is no finding elsewhere. */
export const defaultServer: Variant = {
  kind: 'honest',
  area: 'honest',
  level: 'none',
  name: 'default',
  options: {},
};

/** Makes the servers of a kind that have a fault put in front of them. */
export const faulty =
  (kind: Variant['kind']) =>
  (area: string, level: Variant['level'], name: string, ...mutants: Mutant[]): Variant => ({
    kind,
    area,
    level,
    name,
    options: { mutants },
  });
