import { describe, expect, it } from 'vitest';
import { withinLimits } from '../../conformance/engine/memory-limits.ts';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { longestBody } from '../../src/json/body.ts';
import { responseOf } from '../json-response.ts';

const request = { method: 'GET', target: '/', headers: [] };
const lost = { lost: 'oversize', detail: 'the response is longer than it may be', ms: 1 } as const;

/** How many bytes are asked for of bodies of these lengths, with room for a thousand, and what comes of each. */
async function outcomes(lengths: readonly number[]) {
  const asked: number[] = [];
  const server: Transport = async ({ mostBytes = longestBody }) => {
    const length = lengths[asked.length] ?? 0;
    asked.push(mostBytes);
    return length > mostBytes ? lost : responseOf(200, [], Buffer.alloc(length, ' '));
  };
  const transport = withinLimits(server, 1000);
  const details: string[] = [];
  for (const _ of lengths) {
    const response = await transport(request);
    details.push(isLost(response) ? response.detail : 'read');
  }
  return { asked, details };
}

const full = 'the responses of this run take more than 0 MiB of memory';

describe('of the responses of a run', () => {
  it('none is read that is longer than the room that is left', async () => {
    const { asked, details } = await outcomes([200, 200, 5]);
    expect(details).toEqual(['read', full, 'read']);
    expect(asked).toEqual([500, 220, 220]);
  });

  it('what is too long by itself is said to be that', async () => {
    const transport = withinLimits(async () => lost);
    expect(await transport(request)).toBe(lost);
  });
});
