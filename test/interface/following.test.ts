import { expect, it } from 'vitest';
import { targetOf } from '../../conformance/interface/node-products/pages/following.ts';

const page = {
  exchange: {
    call: { method: 'GET', target: '/nodes/1/products', headers: [] },
    reply: { status: 200, headers: [], body: new Uint8Array(), ms: 1 },
  },
};

it.each(['http://other.example/api/nodes/1/products?a=1', '//other.example/api/nodes/1/products?a=1'])(
  'of a link to another host only its path and query are used: %s',
  (link) => {
    expect(targetOf('http://shop.example/api', page, link)).toBe('/nodes/1/products?a=1');
  },
);
