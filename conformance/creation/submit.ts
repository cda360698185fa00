import type { Contract } from '../../src/contract/contract.ts';
import type { Call, Header } from '../../src/wire/exchange.ts';
import type { Json } from '../../src/wire/json.ts';
import { withNonce } from '../engine/nonce.ts';
import type { Answer, Look } from '../engine/probe.ts';
import type { Target } from '../engine/target.ts';
import { Withheld } from '../engine/verdict.ts';
import type { WritingOperation } from './specimen.ts';

/** JSON of any kind is welcome; what a server sends besides is for the rules to see. */
const accept: Header = ['accept', 'application/json, application/*+json;q=0.9, */*;q=0.1'];

/** The headers every call carries: the operator's, and the token. */
export const commonHeaders = (target: Target): Header[] => [
  ...(target.token === undefined ? [] : [['authorization', `Bearer ${target.token}`] as const]),
  ...(target.headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : [accept]),
  ...target.headers,
];

/** Sends a body to an operation that creates something. Equal bodies of one run share one exchange. */
export function submit(look: Look, operation: WritingOperation, body: Json): Promise<Answer> {
  return look.send(creation(look, operation, withNonce(body, look.nonce)));
}

/** The call that posts that very text. */
export function creation(
  { contract, target }: Pick<Look, 'contract' | 'target'>,
  operation: WritingOperation,
  text: string,
  headers: readonly Header[] = commonHeaders(target),
): Call {
  if (!target.writes) throw new Withheld('inconclusive', 'writing is not allowed on this target');
  return {
    method: contract.operations[operation].method,
    target: pathOf(contract, operation),
    headers: [...headers, ['content-type', 'application/json']],
    body: Buffer.from(text),
  };
}

const pathOf = (contract: Contract, operation: WritingOperation): string =>
  contract.operations[operation].path;
