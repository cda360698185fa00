import { isIP } from 'node:net';

/** The server that requests are passed on to. */
export type Upstream = {
  /** As it was given, without a slash at its end. */
  readonly address: string;
  readonly isSecure: boolean;
  /** Without the brackets that an IPv6 address has in an URL. */
  readonly hostname: string;
  readonly port: number;
  /** What its `Host` header says. */
  readonly host: string;
  /** The path of its address, such as `/api`, which every target is put after. */
  readonly prefix: string;
  /** The name its certificate has to be for; empty for an IP address, which sends none. */
  readonly servername: string;
};

/** Reads an upstream from its address, a valid http or https URL. */
export function upstreamAt(address: string): Upstream {
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  const plainName = hostname.replace(/^\[|\]$/g, '');
  return {
    address,
    isSecure,
    hostname: plainName,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    host,
    prefix: pathname.replace(/\/+$/, ''),
    servername: isIP(plainName) === 0 ? plainName : '',
  };
}

/** A target as the upstream is asked for it: byte for byte, after the prefix of the upstream. */
export function targetAt({ prefix }: Upstream, target: string): string {
  if (prefix === '' || target === '*') return target;
  const [origin = ''] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  return origin + prefix + target.slice(origin.length);
}
