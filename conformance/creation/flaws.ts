import type { Constraint, Contract } from '../../src/contract/contract.ts';
import type { Json } from '../../src/wire/json.ts';
import { textOf } from '../engine/nonce.ts';

/** Text that no reading of a format could take, the last made from text that has it. */
export function misshapen(format: Json, sound: string): string[] {
  return { uuid: ['0b6f5c1e-2f4d-4b8a-9c3e', `${sound}-x`], email: ['nobody at all'] }[String(format)] ?? [];
}

/** A value that is not allowed, and begins like one that is. */
export const beginsLike = (allowed: Json | undefined): string => `${allowed}_or_else`;

/** A value of another JSON type; `null` is nobody's business here (READINGS 3 and 7). */
export const otherType = (type: Json): Json => (type === 'string' ? 7 : type === 'integer' ? 5.5 : []);

/** Text of that length for the member a constraint is on: so that it breaks nothing else, of its format too. */
export const textFor = (contract: Contract, constraint: Constraint, length: number): string =>
  isAddress(contract, constraint) && length >= 20 ? addressOf(length) : textOf(length);

/** Whether a member is an e-mail address, besides what a constraint says of it. */
export const isAddress = ({ constraints }: Contract, { pointer }: Constraint): boolean =>
  constraints.some(
    (other) => other.pointer === pointer && other.keyword === 'format' && other.value === 'email',
  );

function addressOf(length: number): string {
  const domain = `${'example.'.repeat(Math.ceil(length / 8))}com`;
  return `a@${domain.slice(-(length - 2)).replace(/^\./, 'e')}`;
}
