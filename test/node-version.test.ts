import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { tooOld } from '../src/supported-node.ts';

it.each(['22.19.0', '22.20.1', '23.0.0', '24.21.0', '100.0.0'])('Node %s will do', (node) => {
  expect(tooOld({ node })).toBeUndefined();
});

it.each(['22.18.9', '22.2.0', '20.20.2', '18.0.0', '8.17.0'])('Node %s is too old', (node) => {
  expect(tooOld({ node })).toBe(
    `assay needs Node 22.19 or newer, and this is Node ${node}; install a newer one. If pnpm installed the package node, run pnpm approve-builds and allow its script.`,
  );
});

it('says of Bun and Deno nothing: the Node they name is not what they are', () => {
  expect(tooOld({ node: '22.6.0', bun: '1.2.0' })).toBeUndefined();
  expect(tooOld({ node: '20.11.1', deno: '2.0.0' })).toBeUndefined();
});

it('asks for what the package asks for', () => {
  expect(tooOld({ node: '1.0.0' })).toContain(`Node ${manifest.engines.node.replace('>=', '')} or newer`);
});
