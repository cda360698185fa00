import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlayOf } from '../contract/edited-contract.ts';
import { runAssay, startStub } from './assay-in-process.ts';

const folder = process.cwd();

/** The last line, since a slow machine also says how far it is. */
const lastOf = (error: string): string | undefined => error.trimEnd().split('\n').at(-1);

describe('prove', () => {
  it('finds the mutants of a rule, and explains what it counts', async () => {
    const { code, out } = await runAssay(['prove', '--only', 'subscription/id-distinct']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Mutants (planted faults) that each rule finds, of those planted for it; "also fails" names other rules that fail on some of them, and on which:',
        '✓ subscription/id-distinct                                     3/3  also fails: subscription/id-distinct-alike (a subscription has the id of its account, every subscription has the same id and 1 more)',
        '',
        'kills         3 of 3 mutants are caught by their rule',
        'alone         0 of 3 make no other rule fail; of the mutants of all rules, 90 % have to, so that one fault gives one finding',
        '',
      ].join('\n'),
    );
  });

  it('fails where it tries nothing: no request of the contract can be accepted', async () => {
    // No text matches it, which only a search that ends in vain can tell.
    const properties = "{ code: { type: string, pattern: '^(?=b)a$' } }";
    const target = '$.components.schemas.ApplicationKeyRequest.properties.data';
    const file = join(folder, 'impossible.yaml');
    await writeFile(file, overlayOf(`  - { target: ${target}, update: { required: [code], properties: ${properties} } }`));
    const { code, out, error } = await runAssay(['prove', '--only', 'application-key/name-echo', '--overlay', file]);
    expect([code, out, lastOf(error)]).toEqual([2, '', 'nothing was tried: under this contract, no response of the stub contains what the selected rules check; correct the Overlay, or select other rules with --only.']);
  }); // biome-ignore format: one line an expectation

  it('fails where it tries nothing: on a server, no rule of an operation that creates', async () => {
    await using stub = await startStub([]);
    const { code, out, error } = await runAssay(['prove', stub.baseUrl, '--only', 'application-key']);
    expect([code, out, lastOf(error)]).toEqual([2, '', 'nothing was tried: on a server, prove changes only responses of operations that read, and --only selects no rule of these.']);
  }); // biome-ignore format: one line an expectation
});
