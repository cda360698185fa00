import { type Exchange, isLost } from '../../src/http/exchange.ts';

/** How much of what a server says of a refusal is repeated. */
const longest = 160;

/** What a server said in a refusal, shortened to a line, as the end of a sentence; nothing where it said nothing. */
export function theirWords({ reply }: Exchange): string {
  if (isLost(reply)) return '';
  const text = Buffer.from(reply.body.subarray(0, 4 * longest))
    .toString('utf8')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (text === '' || /^<(!doctype|html)/i.test(text)) return '';
  return ` ("${text.length > longest ? `${text.slice(0, longest)}…` : text}")`;
}
