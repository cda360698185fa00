import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { targetOfCatalog } from '../target-of-catalog.ts';
import { assay, lay } from './command.ts';
import { certificate } from './servers/certificate.ts';
import { conforming, front, type Manner } from './servers/front.ts';
import { type RawServer, rawServer } from './servers/raw.ts';
import { continuing } from './servers/unusual.ts';
import { catalog, honestTransport, tryOut } from './trial.ts';

/** A conforming server with that certificate, signed by an authority that nobody knows. */
async function serve(name: string, manner: Manner = conforming): Promise<RawServer> {
  const [key, cert] = await Promise.all([readFile(certificate('key')), readFile(certificate(name))]);
  return front(honestTransport(), manner, { key, cert });
}

const folder = process.cwd();

describe('a certificate', () => {
  it('that nobody vouches for ends the check in a sentence, unless it is taken unseen', async () => {
    await using server = await serve('good');
    const { fault } = await tryOut(server.baseUrl);
    expect(fault).toMatch(
      /the certificate is not signed by a trusted authority \(\w+\); add its authority to NODE_EXTRA_CA_CERTS, or skip verification with --insecure\.$/,
    );
    const { report } = await tryOut(server.baseUrl, { insecure: true });
    expect(report?.headline.verdict).toBe('conforms');
  });

  it('is no hindrance to news before the reply', async () => {
    await using server = await serve('good', continuing);
    expect((await tryOut(server.baseUrl, { insecure: true })).report?.headline.verdict).toBe('conforms');
  });

  it('is asked of a server that has none in one sentence', async () => {
    const rejection = 'HTTP/1.1 400 Bad Request\r\n\r\n';
    await using server = await rawServer((socket) => void socket.once('data', () => socket.end(rejection)));
    const { fault } = await tryOut(server.baseUrl.replace('http:', 'https:'));
    expect(fault).toBe(
      `${server.baseUrl.replace('http:', 'https:')} speaks plain HTTP on this port; use ${server.baseUrl}.`,
    );
  });

  it('of an authority that is named in NODE_EXTRA_CA_CERTS is taken', async () => {
    await using server = await serve('good');
    await lay(folder, { 'target.yaml': stringify(targetOfCatalog(catalog, server.baseUrl)) });
    const authority = { NODE_EXTRA_CA_CERTS: certificate('authority') };
    const { code, error } = await assay(['check', '--target', join(folder, 'target.yaml')], authority);
    expect([code, error]).toEqual([0, '']);
  });

  it.each([
    [
      'elsewhere',
      'the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID); use a host name that it covers, or skip verification with --insecure.',
    ],
    [
      'expired',
      'the certificate has expired (CERT_HAS_EXPIRED); renew it, or skip verification with --insecure.',
    ],
  ])(
    'that is of no use (%s) is named in one sentence',
    async (name, named) => {
      await using server = await serve(name);
      const authority = { NODE_EXTRA_CA_CERTS: certificate('authority') };
      const { code, out, error } = await assay(['check', server.baseUrl], authority);
      expect([code, out]).toEqual([2, '']);
      expect(error).toContain(named);
      expect(error.trimEnd()).not.toContain('\n');
      expect((await tryOut(server.baseUrl, { insecure: true })).report?.headline.verdict).toBe('conforms');
    },
    30_000,
  );
});
