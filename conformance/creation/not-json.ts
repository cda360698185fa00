import { withAt } from '../../src/wire/json.ts';
import { accepted, refusalOf } from '../engine/acceptance.ts';
import { nonce, withNonce } from '../engine/nonce.ts';
import type { Look, Probe } from '../engine/probe.ts';
import type { Breach } from '../engine/rule.ts';
import { jsonOfCall, overlook, takeWhere, textOfBody } from '../mutants/request.ts';
import { specimen, type WritingOperation } from './specimen.ts';
import { creation } from './submit.ts';

/** Claims that a body is refused that would be good JSON, were it not for its end. */
export async function mustRefuseBrokenJson(probe: Probe, operation: WritingOperation): Promise<void> {
  const control = await accepted(probe, operation, specimen(probe.contract, probe.target, operation));
  for (const { text, what } of brokenJson(probe, operation)) {
    const answer = await probe.send(creation(probe, operation, text));
    refusalOf(probe, answer, what, control);
  }
}

/**
 * Texts that would be good JSON, were it not for their end. What they say was never said before: a server that makes
 * them good, and refuses what repeats another request, is not to hide behind that.
 */
export function brokenJson(look: Look, operation: WritingOperation): { text: string; what: string }[] {
  const plain = specimen(look.contract, look.target, operation);
  const said = (words: string): string => {
    const member = operation === 'application-key' ? 'name' : 'external_ref';
    return withNonce(withAt(plain, ['data', member], `${words} ${nonce}`), look.nonce);
  };
  return [
    { text: said('cut').slice(0, -1), what: 'a request that breaks off before the last brace' },
    { text: `${said('more')} and more`, what: 'a request with text behind its last brace' },
  ];
}

/** Servers that make something of a body that is not JSON; `thing` is what they create. */
export const toleratesBrokenJson = (operation: WritingOperation, thing: string): Breach[] => [
  {
    name: `a body that cannot be parsed is taken for an empty ${thing}`,
    wire: takeWhere(operation, (call) => textOfBody(call) !== '' && jsonOfCall(call) === undefined),
  },
  { name: 'missing braces are made good', wire: reading(operation, closed) },
  {
    name: 'text behind the last brace is overlooked',
    wire: reading(operation, (text) => text.slice(0, text.lastIndexOf('}') + 1)),
  },
];

const reading = (operation: WritingOperation, read: (text: string) => string) =>
  overlook(operation, (call) =>
    jsonOfCall(call) === undefined ? { ...call, body: Buffer.from(read(textOfBody(call))) } : call,
  );

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};
