import type { OperationId } from '../../src/contract/contract.ts';
import type { RuleMutant } from '../core/rule.ts';
import { jsonOfCall, overlook, takeWhere, textOfBody } from './request.ts';

/** Servers that make something of a body that is not JSON; `thing` is what they create. */
export const toleratesBrokenJson = (operation: OperationId, thing: string): RuleMutant[] => [
  {
    name: `a body that cannot be parsed is taken for an empty ${thing}`,
    wire: takeWhere(operation, (call) => textOfBody(call) !== '' && jsonOfCall(call) === undefined),
  },
  {
    name: 'missing braces are put in',
    wire: overlook(operation, (call) =>
      jsonOfCall(call) === undefined ? { ...call, body: Buffer.from(closed(textOfBody(call))) } : call,
    ),
  },
];

const closed = (text: string): string => {
  const open = text.split('{').length - text.split('}').length;
  return text + '}'.repeat(Math.max(0, open));
};
