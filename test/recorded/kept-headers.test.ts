import { expect, test } from 'vitest';
import { hitHeaders } from '../../conformance/core/cache-sign.ts';
import { withoutUnreadHeaders } from '../../conformance/recorded/foreign-exchange.ts';
import type { Header } from '../../src/http/exchange.ts';
import { sourceFiles } from '../house/source-files.ts';

test('of an exchange of others, each header is kept that rules and the engine read', async () => {
  const files = await sourceFiles(['conformance']);
  const judging = /^conformance\/(?!cli|client|mutants|proof|recorded|report|stub-target|target)/;
  const read = files
    .filter(({ path }) => judging.test(path))
    .flatMap(({ text }) =>
      [...text.matchAll(/\bheader\([^\n]*?, '([\w-]+)'\)/g)].map(([, name = '']) => name),
    );
  const names = [...new Set([...read, ...hitHeaders].map((name) => name.toLowerCase()))];
  expect(names.length).toBeGreaterThan(8);
  const headers = [...names, 'x-other'].map((name): Header => [name, 'a']);
  const request = { method: 'GET', target: '/', headers };
  const response = { status: 200, headers, body: new Uint8Array(), ms: 1 };
  const kept = withoutUnreadHeaders({ request, response }, []);
  for (const some of [kept.request.headers, 'headers' in kept.response ? kept.response.headers : []])
    expect(some.map(([name]) => name)).toEqual(names);
});
