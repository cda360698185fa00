import type { Call } from '../../../src/wire/exchange.ts';
import { commonHeaders } from '../../creation/submit.ts';
import { outcomeOf } from '../../engine/outcome.ts';
import type { Look } from '../../engine/probe.ts';
import { observation } from '../../engine/rule.ts';
import { listingCall } from '../../listing/listing.ts';

/** Methods that change nothing, whatever a server makes of them. */
export default observation({
  clause: 'general-other-methods',
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

const reading = ({ contract, target }: Look, operation: 'application-key' | 'subscription'): Call => ({
  method: 'GET',
  target: contract.operations[operation].path,
  headers: commonHeaders(target),
});
