import { buildConnector, EnvHttpProxyAgent, Pool } from 'undici';
import { Fault } from '../fault.ts';
import { unmovedByGoOn } from './go-on.ts';

/** What carries requests to an origin. */
export type Carrier = Pool | EnvHttpProxyAgent;

/** How connections are made. */
type Connecting = Omit<Pool.Options, 'connect'> & {
  readonly connect: { readonly timeout: number; readonly rejectUnauthorized: boolean };
};

/** Variables that name a proxy; `NO_PROXY` beside them names hosts that are spoken to without one. */
const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/** Connects to an origin: through the proxy that the environment names for it, unless told to go `direct`. */
export function dispatcherTo(origin: string, options: Connecting, direct: boolean): Carrier {
  const named = proxyVariables.filter((name) => (process.env[name] ?? '') !== '');
  const connect = unmovedByGoOn(buildConnector(options.connect));
  if (direct || named.length === 0) return new Pool(origin, { ...options, connect });
  try {
    return new EnvHttpProxyAgent({ ...options, connect, requestTls: options.connect });
  } catch {
    throw new Fault(`${named.join(' or ')} does not name a proxy; write it like http://proxy.example:3128.`);
  }
}
