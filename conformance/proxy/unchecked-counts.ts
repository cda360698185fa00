import { excessLength } from '../../src/json/body.ts';
import type { PassedCounts } from '../../src/proxy/tap.ts';
import { counted } from '../report/text/words.ts';

/** What passed and was not judged, in words. */
export function wordsOf({ others, dropped, tooLong, brokenOff, tunnels }: Readonly<PassedCounts>): string[] {
  const exchanges = (count: number): string => counted(count, 'exchange');
  const all: readonly (readonly [count: number, words: string])[] = [
    [others, `${exchanges(others)} of other operations not checked`],
    [dropped, `${exchanges(dropped)} not checked, because checking was slower than the traffic`],
    [tooLong, `${exchanges(tooLong)} not checked, with a body of ${excessLength}`],
    [brokenOff, `${exchanges(brokenOff)} broken off`],
    [tunnels, `${counted(tunnels, 'connection')} upgraded to another protocol, and not checked after that`],
  ];
  return all.filter(([count]) => count > 0).map(([, words]) => words);
}
