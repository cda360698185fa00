import type { OperationId } from '../../src/contract/operations.ts';
import type { Header } from '../../src/http/exchange.ts';
import type { Json } from '../../src/json/json.ts';
import type { Context, ContractAndTarget } from '../core/context.ts';
import type { Breach } from '../core/evidence.ts';
import { withNonce } from '../core/nonces.ts';
import type { KnownGood } from '../core/target.ts';
import { shapeReaderOf } from '../engine/schema-breaches.ts';
import { knownGoodFor, validBody } from './valid-body.ts';

/** Makes the body of a valid request from a set of known-good values. */
export type Control = (knownGood: KnownGood) => Json;

/** The least valid request of an operation, with some optional fields. */
export const leastWith =
  (materials: ContractAndTarget, operation: OperationId, fields: readonly string[] = []): Control =>
  (knownGood) =>
    validBody(materials, operation, fields, knownGood);

/** How a request differs from its control: in the body, its text, the headers or the address. */
export type Edit = {
  readonly isDue?: boolean;
  readonly edit?: (control: Json) => Json;
  /** Edits the text, if it is not JSON; it gets the text of the edited control, with its nonce. */
  readonly text?: (control: string) => string;
  readonly headers?: (headers: readonly Header[]) => readonly Header[];
  readonly target?: (target: string) => string;
  readonly isRepetition?: boolean;
  /** Whether it has a value of another record on purpose, so that a conflict is what it is about. */
  readonly isTaken?: boolean;
};

/** The headers of a request with another value of one; without a value, without it. */
export const sendingHeader =
  (name: string, value?: string) =>
  (sent: readonly Header[]): Header[] => [
    ...sent.filter(([other]) => other.toLowerCase() !== name),
    ...(value === undefined ? [] : [[name, value] as const]),
  ];

/** One edit that makes several, in their order. */
export const joined = (edits: readonly Edit[]): Edit => ({
  edit: (control) => edits.reduce((json, { edit }) => edit?.(json) ?? json, control),
  headers: (sent) => edits.reduce((all, { headers }) => headers?.(all) ?? all, sent),
  target: (usual) => edits.reduce((all, { target }) => target?.(all) ?? all, usual),
});

export const asItIs = <T>(value: T): T => value;

/** What a body breaks in the contract, with the first set of known-good values. */
export function breachesOf(context: Context, operation: OperationId, make: Control): readonly Breach[] {
  const { contract } = context;
  const sent = JSON.parse(withNonce(make(knownGoodFor(context, operation)[0]), '')) as Json;
  return shapeReaderOf(contract).request(operation, sent);
}
