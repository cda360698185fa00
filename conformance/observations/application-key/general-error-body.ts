import { readBody } from '../../../src/wire/body.ts';
import { header, type Reply } from '../../../src/wire/exchange.ts';
import { isObject } from '../../../src/wire/json.ts';
import { refusedWithout } from '../../creation/refused.ts';
import { isRefused } from '../../engine/acceptance.ts';
import type { Answer, Look } from '../../engine/probe.ts';
import { observation } from '../../engine/rule.ts';
import { listingCall } from '../../listing/listing.ts';

export default observation({
  clause: 'general-error-body',
  asks: 'what does the body of a refusal look like?',
  look: async (look) => {
    const answer = look.target.writes
      ? await refusedWithout(look, 'application-key', 'name')
      : await refusedListing(look);
    return formOf(answer.reply);
  },
});

/** Where nothing may be written, a listing has to be refused. */
async function refusedListing(look: Look): Promise<Answer> {
  const node = look.occasion(look.target.nodes[0], 'no node to list is known');
  const answer = await look.send(listingCall(look, node, { limit: 'abc', offset: 0 }));
  look.given(isRefused(answer), `a limit that is no number was answered ${answer.reply.status}`);
  return answer;
}

function formOf({ headers, body }: Reply): string {
  if (body.byteLength === 0) return 'empty';
  const type = header(headers, 'content-type')?.split(';')[0]?.trim() ?? 'no type';
  const read = readBody(body);
  if (!('json' in read)) return `${type}, not JSON`;
  return isObject(read.json) ? `${type} with ${Object.keys(read.json).join(', ')}` : `${type}, not an object`;
}
