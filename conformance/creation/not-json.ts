import { accepted, refusalOf } from '../engine/acceptance.ts';
import { withNonce } from '../engine/nonce.ts';
import type { Probe } from '../engine/probe.ts';
import type { Breach } from '../engine/rule.ts';
import { jsonOfCall, overlook, takeWhere, textOfBody } from '../mutants/request.ts';
import { specimen, type WritingOperation } from './specimen.ts';
import { creation } from './submit.ts';

/** Claims that a body is refused that would be good JSON, were it not for its end. */
export async function mustRefuseBrokenJson(probe: Probe, operation: WritingOperation): Promise<void> {
  const body = specimen(probe.contract, probe.target, operation);
  const control = await accepted(probe, operation, body);
  const whole = withNonce(body, probe.nonce);
  for (const { text, what } of [
    { text: whole.slice(0, -1), what: 'a request that breaks off before the last brace' },
    { text: `${whole} and more`, what: 'a request with text behind its last brace' },
  ]) {
    const answer = await probe.send(creation(probe, operation, text));
    refusalOf(probe, answer, what, control);
  }
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
