import { expect, it } from 'vitest';
import { openOutsideClient } from '../../conformance/engine/outside-client.ts';
import { kinds } from '../../conformance/kinds.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { longestBody } from '../../src/json/body.ts';
import { responseOf } from '../json-response.ts';
import { contract } from '../recorded/written-archive.ts';
import { sampleTarget } from '../report/sample.ts';

it('holds no more of responses than a check does', async () => {
  const transport: Transport = async () => responseOf(200, [], Buffer.alloc(longestBody + 1, ' '));
  const { sender, exchanges } = openOutsideClient({ contract, target: sampleTarget, transport, kinds });
  await sender.send({ method: 'GET', target: '/', headers: [] });
  expect(exchanges().map(({ response }) => 'lost' in response && response.lost)).toEqual(['oversize']);
});
