import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { UserError } from '../../src/errors.ts';
import { upstreamAt } from '../../src/proxy/upstream.ts';

/** Addresses that stand for all addresses of this machine. */
const everywhere = ['0.0.0.0', '::'];

/** Makes sure that an upstream is not the very address at which the proxy is to listen: it would ask itself for ever. */
export async function checkUpstream(
  address: string,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  const upstream = upstreamAt(address);
  if (upstream.port !== port) return;
  const [there, here] = await Promise.all([addressesOf(upstream.hostname), addressesOf(host)]);
  const own = here.some((one) => everywhere.includes(one)) ? [...here, ...machineAddresses()] : here;
  if (there.some((one) => own.includes(one)))
    throw new UserError(
      `the upstream ${address} is the address of the proxy itself; choose another port for one of them.`,
    );
}

/** The addresses of a host; none where nobody knows it, which is for the first request to find out. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

const machineAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
