import { buildConnector, EnvHttpProxyAgent, Pool } from 'undici';
import { UserError } from '../errors.ts';
import { ignoringContinue } from './ignore-continue.ts';

/** What sends requests to an origin. */
export type Dispatcher = Pool | EnvHttpProxyAgent;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How connections are opened. */
type ConnectionOptions = Omit<Pool.Options, 'connect'> & {
  readonly connect: { readonly timeout: number; readonly rejectUnauthorized: boolean };
};

/** Variables that name a proxy; `NO_PROXY` names the hosts that are reached without one. */
const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/** Creates the dispatcher for an origin. It uses the proxy that the environment names, if any. */
export function createDispatcher(origin: string, options: ConnectionOptions, env: Environment): Dispatcher {
  const named = proxyVariables.filter((name) => (env[name] ?? '') !== '');
  const connect = ignoringContinue(buildConnector(options.connect));
  if (named.length === 0) return new Pool(origin, { ...options, connect });
  const proxies = {
    httpProxy: env.http_proxy ?? env.HTTP_PROXY ?? '',
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY ?? '',
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
  };
  try {
    return new EnvHttpProxyAgent({ ...options, ...proxies, connect, requestTls: options.connect });
  } catch {
    throw new UserError(
      `${named.join(' or ')} does not name a proxy; write it like http://proxy.example:3128.`,
    );
  }
}
