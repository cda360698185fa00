import type { Call } from '../../../../src/http/exchange.ts';
import type { Look } from '../../../core/look.ts';
import { agreed, named, type Observed } from '../../../core/observed.ts';
import { observation } from '../../../core/rule.ts';
import { commonHeaders, type WritingOperation } from '../../../interface/calls.ts';
import { listingCall } from '../../../interface/node-products/calls.ts';

/** Methods that change nothing, whatever a server makes of them. */
export default observation('other-methods', async (look) => {
  const [first] = look.target.nodes;
  const calls = {
    'GET of keys': reading(look, 'application-key'),
    'GET of subscriptions': reading(look, 'subscription'),
    ...(first ? { 'OPTIONS of a listing': { ...listingCall(look, first, {}), method: 'OPTIONS' } } : {}),
  };
  const seen: [string, Observed<'other-methods'>][] = [];
  for (const [words, call] of Object.entries(calls))
    seen.push([words, named('other-methods', (await look.send(call)).reply.status)]);
  return agreed(seen);
});

const reading = ({ contract, target }: Look, operation: WritingOperation): Call => ({
  method: 'GET',
  target: contract.operations[operation].path,
  headers: commonHeaders(target, operation),
});
