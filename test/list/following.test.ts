import { expect, it } from 'vitest';
import { targetOf } from '../../conformance/list/links/following.ts';
import { pageOf } from './pages.ts';

it.each(['http://other.example/api/nodes/1/products?a=1', '//other.example/api/nodes/1/products?a=1'])(
  'of a link to another host only its path and query are used: %s',
  (link) => {
    expect(targetOf({ baseUrl: 'http://shop.example/api' }, pageOf({}, 0), link)).toBe(
      '/nodes/1/products?a=1',
    );
  },
);
