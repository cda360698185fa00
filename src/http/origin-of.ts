import type { AddressInfo } from 'node:net';

/** The URL at which this machine reaches a server that listens there; one at `0.0.0.0` or `::` listens at all addresses. */
export function originOf({ address, family, port }: AddressInfo): string {
  if (family === 'IPv4') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}
