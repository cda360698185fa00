import type { Call } from '../../../../src/http/exchange.ts';
import type { Look } from '../../../core/look.ts';
import { observation } from '../../../core/rule.ts';
import { outcomeOf } from '../../../core/status.ts';
import { commonHeaders, listingCall, type WritingOperation } from '../../../interface/calls.ts';

/** Methods that change nothing, whatever a server makes of them. */
export default observation({
  asks: 'what do other methods bring on the paths of the contract?',
  look: async (look) => {
    const [first] = look.target.nodes;
    const calls = {
      'GET of keys': reading(look, 'application-key'),
      'GET of subscriptions': reading(look, 'subscription'),
      ...(first ? { 'OPTIONS of a listing': { ...listingCall(look, first, {}), method: 'OPTIONS' } } : {}),
    };
    const seen: string[] = [];
    for (const [words, call] of Object.entries(calls))
      seen.push(`${words} ${outcomeOf(await look.send(call))}`);
    return seen.join(', ');
  },
});

const reading = ({ contract, target }: Look, operation: WritingOperation): Call => ({
  method: 'GET',
  target: contract.operations[operation].path,
  headers: commonHeaders(target, operation),
});
